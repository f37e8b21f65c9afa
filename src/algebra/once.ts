/** The value of `make()`, made when first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** True of the same numbers: a loop, because every() hands each to its function in memory of its own. */
export function areSame(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** A function that is not computed again for the numbers that it was asked for last. */
export function onceInARow<T>(of: (numbers: Float64Array) => T): (numbers: Float64Array) => T {
  let last: { readonly numbers: Float64Array; readonly found: T } | undefined;
  return (numbers) => {
    if (last === undefined || !areSame(last.numbers, numbers)) last = { numbers: numbers.slice(), found: of(numbers) };
    return last.found;
  };
}
