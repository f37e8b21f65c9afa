import { expect, it } from "vitest";
import { evaluate, variable } from "../../src/expr/expr.js";
import { vec3 } from "../../src/expr/vector.js";
import { type ContactGeometry, planarFrame } from "../../src/geometry/contact-geometry.js";
import { nearestPoints } from "../../src/mechanics/nearest-points.js";

it.each([
  [{}, []],
  [{ lower: -1 }, [["u", 1.25, 3, -3]]],
  [{ upper: 2 }, [["u.upper", 1.75, 0, 3]]],
  [
    { lower: -1, upper: 2 },
    [
      ["u.lower", 1.25, 3, 0],
      ["u.upper", 1.75, 0, 3],
    ],
  ],
] as const)("an unknown of nearest points within %o has a pair for each bound", (within, expected) => {
  const geometry: ContactGeometry = {
    gap: 0,
    frame: planarFrame(vec3(0, 1, 0)),
    sides: [],
    nearest: [{ name: "u", residual: variable("r"), guess: variable("g"), ...within }],
  };
  const { unknowns, rows, pairs } = nearestPoints([geometry]);
  expect(unknowns).toEqual([{ name: "u", unit: "1", scale: 1, ...within }]);
  expect(rows).toEqual([{ unknown: "u", residual: variable("r") }]);
  const at = (r: number) => (leaf: string) => (leaf === "r" ? r : 0.25);
  // room at u = 1/4, and the force of a residual that pushes down, and up
  expect(pairs.map(({ name, a, b }) => [name, evaluate(a, at(3)), evaluate(b, at(3)), evaluate(b, at(-3))])).toEqual(
    expected,
  );
});
