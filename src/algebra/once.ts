/** The value of `make()`, made when first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A function that is not computed again for the numbers that it was asked for last. */
export function onceInARow<T>(of: (numbers: Float64Array) => T): (numbers: Float64Array) => T {
  let last: { readonly numbers: Float64Array; readonly found: T } | undefined;
  return (numbers) => {
    const isSame = last?.numbers.length === numbers.length && numbers.every((x, k) => x === last?.numbers[k]);
    if (last === undefined || !isSame) last = { numbers: numbers.slice(), found: of(numbers) };
    return last.found;
  };
}
