import { expect, test } from "vitest";
import {
  absolute,
  asNumber,
  compileRoutines,
  integer,
  isGreater,
  leaveUnless,
  loop,
  number,
  numberAt,
  numberOf,
  pairAt,
  plus,
  type Routine,
  routine,
  storeNumber,
  storePair,
  subtractNumbers,
  sums,
  times,
  twice,
  when,
  withLast,
} from "../../src/algebra/wasm.js";

/** A routine on a memory of its own. */
function run(made: Routine) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(compileRoutines({ made }), { memory: { all: memory } });
  const call = exports.made as (...of: number[]) => number;
  return { call, numbers: new Float64Array(memory.buffer) };
}

test("loops go up and down, leave out their ends, and are left where a condition fails", () => {
  const made = routine(
    { from: "integer", to: "integer" },
    ({ parameters: { from, to }, integer: local }) => {
      const [k, i, sum] = [local(), local(), local()];
      return [
        ...loop(k, { from: from.get, to: to.get, by: -3 }, [
          ...leaveUnless(isGreater(number(1e6), asNumber(sum.get))),
          ...loop(i, { from: integer(0), to: integer(2), by: 1 }, sum.set(plus(sum.get, times(k.get, integer(-200))))),
        ]),
        ...asNumber(sum.get),
      ];
    },
    true,
  );
  const { call } = run(made);
  expect(call(7, -2)).toBe(-400 * (7 + 4 + 1));
  expect(call(-2, -2) + call(-3, -2)).toBe(0);
  // the sum is looked at before each round
  expect(call(-1000, -9000)).toBe(-400 * (-1000 - 1003 - 1006));
});

test("pairs are two numbers, at addresses far from where they are counted", () => {
  const made = routine({ x: "integer", by: "number" }, ({ parameters: { x, by }, pair, number: local }) => {
    const [a, b, most] = [pair(), pair(), local()];
    return [
      ...a.set(pairAt(x.get, 8 * 20)),
      ...b.set([...twice(by.get), ...withLast(number(-0.5))]),
      ...storePair(x.get, 8 * 40, sums(a, b)),
      ...most.set(number(-1)),
      ...when(isGreater(absolute(numberOf(a.get, 1)), by.get), most.set(numberAt(x.get, 8 * 20))),
      ...storeNumber(x.get, 8 * 42, subtractNumbers(most.get, number(Math.PI))),
    ];
  });
  const { call, numbers } = run(made);
  numbers.set([3, -7], 24);
  call(32, 5);
  expect([...numbers.subarray(44, 47)]).toEqual([-4, 4.5, 3 - Math.PI]);
  call(32, 8);
  expect(numbers[46]).toBe(-1 - Math.PI);
});
