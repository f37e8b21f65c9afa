import { describe, expect, it } from "vitest";
import { problem as pot } from "../../../problems/billiards/pot.js";
import { problem as bank } from "../../../problems/exact/bank.js";
import { problem as green } from "../../../problems/golf/green.js";
import { problem as bounce } from "../../../problems/impact/ball-bounce.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { rigid } from "../../../src/models/rigid.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { elementsOf } from "../../../src/motion/launches/second-route.js";
import { trackOf } from "../../../src/motion/launches/windows/track.js";
import { survey } from "../../../src/motion/launches/windows/windows.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import { simulate, solve } from "../../../src/motion/solve.js";
import { drive } from "../../../src/solve/drive.js";
import { comparePots, cushionsOf } from "../../bench/touch/pot.js";

/** Pots that are searched, with numbers of their own. */
async function taskOf(set: Readonly<Record<string, number>> = {}) {
  const setup = setUp(pot, set);
  const workspace = borrow(setup);
  await workspace.ready();
  const report = (): void => {};
  return { setup, workspace, guess: "auto", strategy: "auto", resume: undefined, signal: undefined, report } as const;
}

describe("the search by sequences of events", () => {
  it("finds every pot that an event-driven formula finds, cushions and jaws included", async () => {
    for (const [shots, from, to, samples] of [
      [130, 0.339, 0.342, 2],
      [60, 0.3432, 0.344, 1],
    ] as const) {
      const { brute, missed } = await comparePots({}, { shots, range: [from, to], samples });
      expect(brute.length).toBeGreaterThanOrEqual(2);
      // between two jaws a ball rattles ever faster: those pots have no end
      expect(missed.filter((one) => cushionsOf(one) <= 3)).toEqual([]);
    }
  });

  it("finds a pot by the round end of a cushion, between two motions that hit nothing", async () => {
    const { brute, missed } = await comparePots({}, { shots: 80, range: [-2.507, -2.502], samples: 1 });
    expect(brute.map(({ impacts }) => impacts)).toEqual([["cue.bottomLeft", "cue.left", "hit"]]);
    expect(missed).toEqual([]);
  });

  it("finds a pot by a cue ball that comes back, whose object ball goes anywhere within a ten-thousandth of a radian", async () => {
    const range = [0.2966, 0.3036] as const;
    const { brute, missed } = await comparePots({ "pocket.x": 0 }, { shots: 110, range, samples: 1 });
    expect(brute.map(({ impacts }) => impacts)).toEqual([["hit", "cue.right", "hit"]]);
    expect(missed).toEqual([]);
  });

  it("finds the pots of few cushions first where motions are too many to look at all", async () => {
    const task = await taskOf({ speed: 4 });
    let marched = 0;
    const field = {
      spans: [
        { min: 0.338, max: 0.345 },
        { min: 0, max: 3 },
      ],
      samples: 4,
      most: 80,
      stopped: () => marched >= 80,
      report: (marches: number) => {
        marched = marches;
      },
    };
    const { pointed } = await drive(survey(task, field, { k: 0, of: 1, isDeep: false }));
    const windows = ["hit", "hit,object.right", "hit,object.right,object.topRight"];
    for (const window of windows) expect(pointed.map((one) => one.window)).toContain(window);
  });

  it("finds the launches of two freed values at a given time", async () => {
    const { solutions = [] } = await solve(bank, { search: { all: true, samples: 200 } });
    expect(solutions.map(({ run }) => run.sequence)).toEqual([
      "flight",
      "flight, impact (right), flight",
      "flight, impact (top), flight, impact (right), flight",
      "flight, impact (top), flight",
    ]);
  });

  it("goes on where shots find nothing, and looks at no time before the start", async () => {
    // the first pot takes 2.04 s
    const brief = { ...pot.parameters, time: { ...pot.parameters.time, max: 2.1 } };
    const { status, values, message } = await solve({ ...pot, parameters: brief }, { set: { speed: 1 } });
    expect(status, message).toBe("solved");
    expect(Math.hypot(values["end.x"]! - 1.27, values["end.y"]! - 0.635)).toBeLessThan(1e-6);
    const narrow = { name: "angle", from: 0.336, to: 0.337 };
    const found = await solve(pot, { search: { all: true, scan: narrow, samples: 2 } });
    expect(found.message).toContain("time from 0 to 3");
  });

  it("marches no further than a window that it asks about, and sees the same there", async () => {
    const task = await taskOf();
    const whole = await drive(trackOf(task, [0.335, 3]));
    const asked = await drive(trackOf(task, [0.335, 3], "hit"));
    const within = ({ sights }: typeof whole) => sights.filter(({ window }) => window === "hit");
    expect(within(whole).length).toBeGreaterThan(0);
    expect(within(asked)).toEqual(within(whole));
    expect(asked.events.length).toBeLessThan(whole.events.length);
    // before it is hit the ball goes nowhere, but for rounding
    expect([...whole.beside().ways.keys()]).not.toContain("");
    expect([...whole.beside().ways.keys()]).toContain("hit");
  });

  it("says at once that a place behind a cushion is none, and searches for one that touches it", async () => {
    const said =
      'No motion ends where the conditions ask for it: there "object" is 28.6 mm inside what object.topRight touches.';
    for (const search of [undefined, { all: true }]) {
      const { status, message, counts } = await solve(pot, { set: { "pocket.x": 1 }, ...(search && { search }) });
      expect([status, message, counts.shots]).toEqual(["infeasible", said, 0]);
    }
    const touching = { "pocket.x": 1, "pocket.y": 0.635 - 0.028575, "restitution.cushion": 0.5 };
    const scan = { name: "angle", from: 0.338, to: 0.339 };
    const { message } = await solve(pot, { set: touching, search: { all: true, scan, samples: 1 } });
    expect(message).toContain("found by");
  });

  it("tells a launch just beyond a range, and that there is none within", async () => {
    const { parameters } = bounce;
    const vx = { ...parameters["launch.vx"], value: 1, min: 0.5, max: 1.02 };
    const vz = { ...parameters["launch.vz"], value: -1.7, min: -2, max: -1.5 };
    const narrow = { ...bounce, parameters: { ...parameters, "launch.vx": vx, "launch.vz": vz } };
    const set = { "grid.method": "exact", "grid.accuracy": 1e-3 };
    const { status, message } = await solve(narrow, { set, search: { all: true, samples: 12 } });
    expect(status).toBe("infeasible");
    expect(message).toContain("motions point to one just beyond, near launch.vx = 1.023 and launch.vz = -1.7.");
  });

  it("says what is wrong with a scan", async () => {
    await expect(solve(pot, { search: { all: true, scan: { name: "speed", from: 0, to: 1 } } })).rejects.toThrow(
      "speed",
    );
    await expect(solve(pot, { search: { all: true, scan: { name: "angle", from: 1, to: 0 } } })).rejects.toThrow(
      "The scan of angle needs two finite numbers, the first below the second: it has 1 and 0.",
    );
  });
});

it.each([
  [pot, 150_000],
  [green, 52_000],
])("a search behind failed shots takes fewer elements where each costs more", (problem, most) => {
  const { compiled } = setUp(problem, { "grid.method": "exact" });
  expect(elementsOf(compiled)).toBeLessThanOrEqual(most);
  expect(elementsOf(compiled)).toBeGreaterThan(0.8 * most);
});

describe("a motion to an accuracy", () => {
  it("that meets its equations against a limit is not solved, and says which", async () => {
    // the cue ball is on its way through the mouth of another pocket
    const { status, message } = await solve(pot, { set: { "pocket.radius": 0.7, angle: 0.34 } });
    expect(status).toBe("infeasible");
    expect(message).toMatch(/^The equations are met by a motion that is against cue beside pocket \d at t = 0.21/);
  });

  it("meets a point beside the border of two elements", async () => {
    const post = { kind: "segment", from: [1, 0, 0], to: [1, 1, 0] } as const;
    const model = rigid({
      gravity: [0, 0, 0],
      bodies: [{ name: "disk", space: "planar", mass: 1, inertia: 1 }],
      contacts: [
        {
          name: "post",
          body: "disk",
          shape: { kind: "ball", radius: 0.02 },
          against: post,
          friction: 0,
          restitution: 1,
        },
      ],
    });
    // the gap closes and would open again within a fortieth of the time between two places that are looked at
    for (let k = 0; k < 16; k++) {
      const start = { ...atRest(model), "disk.x": -0.01 - 0.0025 * k, "disk.y": -0.0199, "disk.vx": 1 };
      const problem = {
        name: "post",
        title: "A disk meets the end of a thin wall",
        model,
        parameters: {},
        start,
        grid: { steps: 10, h: 1, method: "exact" as const },
        values: {},
      };
      const { status, trajectory } = await simulate(problem);
      expect(status).toBe("solved");
      expect(trajectory.columns["disk.vy"].at(-1)).toBeLessThan(-0.01);
    }
  });

  it("leaves a ball at rest among many walls without friction alone", async () => {
    const { status, trajectory } = await simulate(pot, { set: { angle: 1.4, time: 0.2 } });
    expect(status).toBe("solved");
    expect(trajectory.columns["object.x"].at(-1)).toBeCloseTo(0.5, 12);
  });
});
