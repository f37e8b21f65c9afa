/** Instructions of WebAssembly, one after the other. */
export type Code = readonly number[];

/** A local variable: how it is read and written. */
export interface Local {
  readonly get: Code;
  set(value: Code): Code;
}

/** A new local variable of a type. */
type NewLocal = () => Local;

/** Parameters of a routine, and local variables as it asks for them. */
export interface Scope<P extends string> {
  readonly parameters: Readonly<Record<P, Local>>;
  readonly integer: NewLocal;
  readonly number: NewLocal;
  /** Two numbers beside each other. */
  readonly pair: NewLocal;
}

/** A routine as it is compiled. */
export interface Routine {
  readonly parameters: readonly number[];
  readonly locals: readonly number[];
  readonly body: Code;
  readonly isNumber: boolean;
}

const types = { integer: 0x7f, number: 0x7c, pair: 0x7b };

/** A count or an address in seven bits a byte, the last without a mark. */
function unsigned(x: number): number[] {
  return x < 0x80 ? [x] : [(x & 0x7f) | 0x80, ...unsigned(x >>> 7)];
}

function signed(x: number): number[] {
  return x >= -0x40 && x < 0x40 ? [x & 0x7f] : [(x & 0x7f) | 0x80, ...signed(x >> 7)];
}

/** Instructions by name; addresses count bytes. */
export const integer = (x: number): Code => [0x41, ...signed(x)];
export const plus = (a: Code, b: Code): Code => [...a, ...b, 0x6a];
export const times = (a: Code, b: Code): Code => [...a, ...b, 0x6c];
export const integerAt = (address: Code, offset = 0): Code => [...address, 0x28, 2, ...unsigned(offset)];
export const numberAt = (address: Code, offset = 0): Code => [...address, 0x2b, 3, ...unsigned(offset)];
export const add = (a: Code, b: Code): Code => [...a, ...b, 0xa0];
export const subtractNumbers = (a: Code, b: Code): Code => [...a, ...b, 0xa1];
export const divide = (a: Code, b: Code): Code => [...a, ...b, 0xa3];
export const absolute = (a: Code): Code => [...a, 0x99];
export const isGreater = (a: Code, b: Code): Code => [...a, ...b, 0x64];
export const isOther = (a: Code, b: Code): Code => [...a, ...b, 0x47];
export const number = (x: number): Code => [0x44, ...new Uint8Array(Float64Array.of(x).buffer)];
export const asNumber = (count: Code): Code => [...count, 0xb7];
export const storeNumber = (address: Code, offset: number, value: Code): Code => [
  ...address,
  ...value,
  0x39,
  3,
  ...unsigned(offset),
];
const simd = (...code: number[]): Code => [0xfd, ...code];
export const pairAt = (address: Code, offset = 0): Code => [...address, ...simd(0, 3, ...unsigned(offset))];
/** One number twice. */
export const twiceAt = (address: Code, offset = 0): Code => [...address, ...simd(10, 3, ...unsigned(offset))];
export const twice = (number: Code): Code => [...number, ...simd(0x14)];
export const storePair = (address: Code, offset: number, value: Code): Code => [
  ...address,
  ...value,
  ...simd(11, 3, ...unsigned(offset)),
];
export const addPairs = (a: Code, b: Code): Code => [...a, ...b, ...simd(0xf0, 1)];
export const subtractPairs = (a: Code, b: Code): Code => [...a, ...b, ...simd(0xf1, 1)];
export const multiplyPairs = (a: Code, b: Code): Code => [...a, ...b, ...simd(0xf2, 1)];
export const noPair: Code = simd(12, ...new Array<number>(16).fill(0));
export const numberOf = (pair: Code, lane: 0 | 1): Code => [...pair, ...simd(0x21, lane)];
/** Behind a pair: the same with this number as its last. */
export const withLast = (last: Code): Code => [...last, ...simd(0x22, 1)];
const lanes = (...of: number[]): Code =>
  simd(13, ...of.flatMap((lane) => Array.from({ length: 8 }, (_, i) => 8 * lane + i)));
/** (a₀ + a₁, b₀ + b₁). */
export const sums = (a: Local, b: Local): Code =>
  addPairs([...a.get, ...b.get, ...lanes(0, 2)], [...a.get, ...b.get, ...lanes(1, 3)]);

export const when = (condition: Code, body: Code): Code => [...condition, 0x04, 0x40, ...body, 0x0b];
/** Leaves the loop of whose body this is a part itself, not a part of a part. */
export const leaveUnless = (condition: Code): Code => [...condition, 0x45, 0x0d, 1];

/** Does this for a variable from a value on, in steps of so much, up or down to another, which is left out. */
export function loop(
  variable: Local,
  { from, to, by }: { readonly from: Code; readonly to: Code; readonly by: number },
  body: Code,
): Code {
  const isDone: Code = [...variable.get, ...to, by > 0 ? 0x4e : 0x4c];
  const next = variable.set(plus(variable.get, integer(by)));
  const [block, again, end] = [[0x02, 0x40], [0x03, 0x40], 0x0b];
  return [...variable.set(from), ...block, ...again, ...isDone, 0x0d, 1, ...body, ...next, 0x0c, 0, end, end];
}

/** A routine of integers and numbers, by the names of its parameters; it returns a number, or nothing. */
export function routine<P extends string>(
  parameters: Readonly<Record<P, "integer" | "number">>,
  make: (scope: Scope<P>) => Code,
  isNumber = false,
): Routine {
  const names = Object.keys(parameters) as P[];
  const locals: number[] = [];
  const local = (index: number): Local => ({
    get: [0x20, ...unsigned(index)],
    set: (value) => [...value, 0x21, ...unsigned(index)],
  });
  const added = (type: number) => (): Local => local(names.length + locals.push(type) - 1);
  const body = make({
    parameters: Object.fromEntries(names.map((name, i) => [name, local(i)])) as Record<P, Local>,
    integer: added(types.integer),
    number: added(types.number),
    pair: added(types.pair),
  });
  return { parameters: names.map((name) => types[parameters[name]]), locals, body, isNumber };
}

const listed = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const sized = (code: Code): Code => [...unsigned(code.length), ...code];
const text = (word: string): Code => sized([...new TextEncoder().encode(word)]);

/** Compiles routines, which are exported by their names; they work on a memory that is imported as `memory.all`. */
export function compileRoutines(routines: Readonly<Record<string, Routine>>): WebAssembly.Module {
  const all = Object.entries(routines);
  const section = (id: number, items: readonly Code[]): Code => [id, ...sized(listed(items))];
  const bytes = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      all.map(([, { parameters, isNumber }]) => [0x60, ...sized(parameters), ...sized(isNumber ? [types.number] : [])]),
    ),
    ...section(2, [[...text("memory"), ...text("all"), 2, 0, 0]]),
    ...section(
      3,
      all.map((_, i) => unsigned(i)),
    ),
    ...section(
      7,
      all.map(([name], i) => [...text(name), 0, ...unsigned(i)]),
    ),
    ...section(
      10,
      all.map(([, { locals, body }]) => sized([...listed(locals.map((type) => [1, type])), ...body, 0x0b])),
    ),
  ];
  return new WebAssembly.Module(new Uint8Array(bytes));
}
