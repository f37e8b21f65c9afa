import { expect, it } from "vitest";
import { csv } from "../../../src/app/run/csv.js";
import type { Trajectory } from "../../../src/motion/trajectory/trajectory.js";

const columnsOf = (columns: Record<string, number[]>): Trajectory["columns"] =>
  Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, Float64Array.from(values)]));

const motion = (t: number[], more: Partial<Trajectory>): Trajectory =>
  ({ t: Float64Array.from(t), ...more }) as Trajectory;

it("a motion is a header and a line for every grid point, empty where there is no number, quoted where it must be", () => {
  const text = csv(
    motion([0, 0.5], {
      columns: columnsOf({ x: [1, -2.5e-7], 'the "last", y': [Number.NaN, Number.POSITIVE_INFINITY] }),
      steps: {
        milliseconds: Float64Array.of(Number.NaN, 3),
        labels: { mode: ["", 'o,"-'] },
      },
    }),
  );
  expect([...text].join("")).toBe('t,x,"the ""last"", y",milliseconds,mode\n0,1,,,\n0.5,-2.5e-7,,3,"o,""-"\n');
});

it("a long motion comes in pieces, no line left out", () => {
  const t = Array.from({ length: 25_001 }, (_, k) => k);
  const pieces = [...csv(motion(t, { columns: {}, steps: {} }))];
  expect(pieces.length).toBe(1 + 3);
  expect(pieces.join("")).toBe(`t\n${t.join("\n")}\n`);
});
