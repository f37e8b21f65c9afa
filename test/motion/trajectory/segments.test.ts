import { describe, expect, it } from "vitest";
import { problem as deskSliding } from "../../../problems/patch/desk-sliding.js";
import { resultJson } from "../../../src/app/run/result-json.js";
import { mul } from "../../../src/expr/expr.js";
import type { Components } from "../../../src/geometry/shape.js";
import { parameter } from "../../../src/mechanics/model.js";
import type { FootprintColumns } from "../../../src/mechanics/views.js";
import { simulate } from "../../../src/motion/solve.js";
import { contactSegments } from "../../../src/motion/trajectory/segments.js";

const square: readonly Components[] = [
  [0, 0, 0],
  [mul(2, parameter("a")), 0, 0],
  [1, 1, 0],
  [0, 1, 0],
  [0.5, 0, 0],
];
const parameters = (): number => 0.5;

/** Columns from one line a step: which vertices touch, and σ. */
function columns(steps: readonly (readonly [readonly number[], number])[]): Record<string, Float64Array> {
  const column = (value: (step: (typeof steps)[number]) => number): Float64Array =>
    Float64Array.from([Number.NaN, ...steps.map(value)]);
  const heights = square.map((_, i) => [
    `foot.height.${i}`,
    column(([touching]) => (touching.includes(i) ? 9e-11 : 1.1e-10)),
  ]);
  return { ...Object.fromEntries(heights), "foot.slip": column(([, sigma]) => sigma) };
}

const columnsOf = (contact: string): FootprintColumns => ({
  heights: square.map((_, i) => `${contact}.height.${i}`),
  slip: `${contact}.slip`,
  ecp: [],
});
const foot = { contact: "foot", body: "box", vertices: square, columns: columnsOf("foot") };

describe("contactSegments", () => {
  it("calls a line what is straight to 1e-9 of its length, and slip what is faster than 1e-9 m/s", () => {
    const kind = (off: number): string => {
      const vertices: readonly Components[] = [
        [0, 0, 0],
        [2, 0, 0],
        [1, 2 * off, 0],
      ];
      const heights = vertices.map((_, i) => `foot.height.${i}`);
      const touching = Object.fromEntries(heights.map((name) => [name, new Float64Array(3)]));
      const moving = { ...touching, "foot.slip": Float64Array.of(0, 1e-9, 1.1e-9) };
      const found = contactSegments([{ ...foot, vertices, columns: { ...foot.columns, heights } }], moving, parameters);
      expect(found.map(({ mode }) => mode)).toEqual(["stick", "slip"]);
      return found[0].contact;
    };
    expect([0.9e-9, 1.1e-9].map(kind)).toEqual(["line", "surface"]);
  });

  it("ends a segment where contact, vertices or mode change", () => {
    const motion = columns([
      [[0, 1, 2, 3, 4], 0.9e-9],
      [[0, 1, 2, 3, 4], 0],
      [[0, 1, 2, 3, 4], 1.1e-9],
      [[0, 1, 4], 1],
      [[0, 3], 1],
      [[2], 0],
      [[], 5],
      [[], 0],
      [[3], 0],
    ]);
    expect(contactSegments([foot], motion, parameters)).toEqual([
      { from: 1, to: 2, contact: "surface", vertices: [0, 1, 2, 3, 4], mode: "stick" },
      { from: 3, to: 3, contact: "surface", vertices: [0, 1, 2, 3, 4], mode: "slip" },
      { from: 4, to: 4, contact: "line", vertices: [0, 1, 4], mode: "slip" },
      { from: 5, to: 5, contact: "line", vertices: [0, 3], mode: "slip" },
      { from: 6, to: 6, contact: "point", vertices: [2], mode: "stick" },
      { from: 7, to: 8, contact: "none", vertices: [], mode: "free" },
      { from: 9, to: 9, contact: "point", vertices: [3], mode: "stick" },
    ]);
  });

  it("says which contact where there are several, and which column is missing", () => {
    const motion = columns([[[2], 0]]);
    const hand = Object.fromEntries(
      Object.entries(motion).map(([name, column]) => [name.replace("foot", "hand"), column]),
    );
    const onHand = { ...foot, contact: "hand", columns: columnsOf("hand") };
    const both = contactSegments([foot, onHand], { ...motion, ...hand }, parameters);
    expect(both.map(({ of }) => of)).toEqual(["foot", "hand"]);
    expect(() => contactSegments([onHand], motion, parameters)).toThrow("hand.height.0");
  });

  it("stand in the trajectory and in the JSON of a run", async () => {
    const result = await simulate(deskSliding, { set: { "force.x": 0, "force.y": 0, "torque.z": 0 } });
    const segments = result.trajectory.segments!;
    expect(segments.map(({ mode, vertices }) => [mode, vertices])).toEqual([
      ["slip", [0, 1, 2, 3]],
      ["stick", [0, 1, 2, 3]],
    ]);
    expect(segments[1].to).toBe(400);
    expect(resultJson(result, undefined).segments).toEqual(segments);
  });
});
