import { describe, expect, it } from "vitest";
import { finish } from "../../../../src/algebra/stepwise.js";
import { atRest, compliant, last, type Problem, parameter, solve, sub } from "../../../../src/index.js";
import { wholeHorizon } from "../../../../src/motion/boundary/horizon/horizon.js";
import { leavable, nearAlong, standing } from "../../../../src/motion/boundary/horizon/near.js";
import { stack } from "../../../../src/motion/boundary/horizon/stack.js";
import { emptyPath, type Path } from "../../../../src/motion/compile/path.js";
import { type Setup, setUp } from "../../../../src/motion/compile/setup.js";
import { borrow } from "../../../../src/motion/march/workspace.js";
import { newton, run } from "../../../../src/solve/newton/newton.js";

/** A disk that slides between ten pins on a table and hits the first and one of the others. */
const pins = [
  [0.6, 0.03],
  [0.35, 0.25],
  [0.2, -0.3],
  [0.5, -0.35],
  [0.9, 0.4],
  [0.9, -0.4],
  [1.2, 0.1],
  [1.3, -0.3],
  [-0.2, 0.2],
  [-0.3, -0.2],
];
const model = compliant({
  gravity: [0, 0, 0],
  bodies: [{ name: "disk", space: "planar", density: 1000, shapes: [{ kind: "ball", radius: 0.05 }] }],
  world: pins.map(([x, y], i) => ({ name: `pin${i}`, shape: { kind: "ball", radius: 0.03, centre: [x, y, 0] } })),
  contacts: "all",
  materials: [{ friction: 0.2, stiffness: 2000, damping: 4, coneSmoothing: 1e-3 }],
});
const table: Problem = {
  name: "pins",
  title: "pins",
  model,
  parameters: {
    vx: { value: 1.5, unit: "m/s", meaning: "launch", min: 0.1, max: 5 },
    vy: { value: 0, unit: "m/s", meaning: "launch", min: -2, max: 2 },
    x: { value: 0.3, unit: "m", meaning: "where it is to be" },
  },
  start: { ...atRest(model), "disk.vx": parameter("vx"), "disk.vy": parameter("vy") },
  grid: { steps: 50, h: 0.02 },
  values: {},
};
const to: Problem = {
  ...table,
  name: "pins-to",
  boundary: [{ name: "end.x", unit: "m", residual: sub(last("disk.x"), parameter("x")), frees: "vx" }],
};

function marched(setup: Setup): Path {
  const count = setup.steps.h.length;
  const path = emptyPath(setup.compiled.kernels, count);
  const { marcher } = borrow(setup);
  marcher.begin(setup.parameters, setup.steps, path, false);
  expect(marcher.advance(count).status).toBe("solved");
  return path;
}

/** The whole horizon of a setup from a motion, with its contacts left out where they are apart. */
function fromMotion(setup: Setup, path: Path) {
  const task = { setup, workspace: borrow(setup), signal: undefined, report: () => undefined };
  return finish(wholeHorizon(task as never, { parameters: setup.parameters.slice(), path }, false));
}

const difference = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

/** The start (a disk, and two deformations of each contact), then in every step the disk and three numbers of each contact. */
const all = 26 + 50 * (6 + 10 * 3);

describe("contacts of a whole horizon", () => {
  it("are left out where they are apart, with the answer of all of them", () => {
    const setup = setUp(table);
    const path = marched(setUp(table, { vx: 1.49 }));
    const whole = stack(setup);
    const full = run(newton({ tolerance: 1e-10 }), whole.mcp, whole.pack(path, setup.parameters));
    expect(full.status).toBe("solved");
    expect(full.z.length).toBe(all);
    const wanted = emptyPath(setup.compiled.kernels, 50);
    finish(whole.unpack(full.z, wanted));
    const found = fromMotion(setup, path);
    expect(found.status).toBe("solved");
    // of a disk that is near two pins for sixteen steps together
    expect(found.counts.unknowns).toBe(26 + 50 * 6 + 16 * 3);
    expect(difference(path.states, wanted.states)).toBeLessThan(1e-9);
    expect(difference(path.insides, wanted.insides)).toBeLessThan(1e-9);
  });

  it("are added where a guess has missed them", () => {
    const setup = setUp(table);
    const path = marched(setUp(table, { vy: -0.6 }));
    const contacts = leavable(setup.compiled);
    const there = finish(
      nearAlong(setup, { parameters: setup.parameters, path }, contacts, { isMarched: true, tolerance: 1e-10 }),
    );
    expect(there.subarray(0, 50).includes(1)).toBe(false);
    const found = fromMotion(setup, path);
    expect(found.status).toBe("solved");
    expect(difference(path.states, marched(setup).states)).toBeLessThan(1e-9);
  });

  it("keep their names, rows and slopes where others are left out", () => {
    const setup = setUp(to, { vy: 0.02 });
    const path = marched(setup);
    const contacts = leavable(setup.compiled);
    const motion = { parameters: setup.parameters, path };
    const there = finish(nearAlong(setup, motion, contacts, { isMarched: true, tolerance: 1e-10 }));
    const part = stack(setup, standing(setup, contacts, there, path.states));
    part.setNumbers(setup.parameters, setup.steps, path);
    const whole = stack(setup);
    const [z, full] = [part.pack(path, setup.parameters), whole.pack(path, setup.parameters)];
    const place = new Map(Array.from(full, (_, i) => [whole.mcp.name(i), i] as const));
    const at = Array.from(z, (_, i) => place.get(part.mcp.name(i)) as number);
    // a motion that solves nothing
    z.forEach((_, i) => {
      z[i] += 1e-5 * Math.sin(i);
      full[at[i]] = z[i];
    });
    const [rows, allRows] = [new Float64Array(z.length), new Float64Array(full.length)];
    const [slopes, allSlopes] = [part, whole].map(({ mcp }) => new Float64Array(mcp.pattern.rowIdx.length));
    part.mcp.evaluate(z, rows, slopes);
    whole.mcp.evaluate(full, allRows, allSlopes);
    const entries = new Map<string, number>();
    const read = (
      { mcp: { name, pattern } }: typeof part,
      values: Float64Array,
      visit: (at: string, x: number) => void,
    ) => {
      for (let j = 0; j < pattern.cols; j++)
        for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++)
          visit(`${name(pattern.rowIdx[p])} by ${name(j)}`, values[p]);
    };
    read(part, slopes, (name, x) => void entries.set(name, x));
    expect(Array.from(rows)).toEqual(Array.from(at, (i) => allRows[i]));
    const names = new Set(Array.from(z, (_, i) => part.mcp.name(i)));
    read(whole, allSlopes, (name, x) => {
      const [row, column] = name.split(" by ");
      if (names.has(row) && names.has(column)) expect(entries.get(name) ?? 0, name).toBe(x);
    });
    expect(entries.size).toBeLessThan(allSlopes.length / 3);
  });

  it("are left out of a launch that is found", async () => {
    const end = marched(setUp(table, { vx: 1.45 })).states.at(-26);
    const set = { x: Number(end), vx: 1.4501 };
    const found = await solve(to, { strategy: "global", set });
    expect(found.status).toBe("solved");
    expect(found.counts.iterations).toBeGreaterThan(0);
    expect(Number(found.run.parameters.vx)).toBeCloseTo(1.45, 9);
    expect(found.counts.unknowns).toBeLessThan(all / 3);
  });
});
