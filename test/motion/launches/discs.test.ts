import { expect, it } from "vitest";
import { setUp } from "../../../src/motion/compile/setup.js";
import { launchesByEvents } from "../../../src/motion/launches/by-events.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import { drive } from "../../../src/solve/drive.js";
import { compareLaunches, mapOf, problemOf, randomThrow, sightOf } from "../../bench/launches/every-launch.js";

// 2 and 6: paths bend between the places from where they are looked at; 13: one comes by its target twice after one impact
it.each([
  [2, 2.96, 2.9998, 8],
  [6, 2.65, 2.7902, 20],
  [13, -1.71, -1.6502, 8],
])(
  "every launch of throw %i among walls and posts is found that shots by formulas find, and none that is none",
  async (seed, low, high, samples) => {
    const asked = randomThrow(seed);
    const { brute, missed, wrong } = await compareLaunches({ ...asked, box: [[low, high], asked.box[1]] }, 10_000, {
      samples,
    });
    expect(brute.length).toBeGreaterThan(0);
    expect([missed, wrong]).toEqual([[], []]);
  },
);

it("launches of windows much narrower than the way between two motions are found, each in its own", async () => {
  const asked = { ...randomThrow(125), box: [[-0.41, -0.385]] as const };
  const { brute, missed, wrong } = await compareLaunches(asked, 10_000, { samples: 4 });
  expect(brute.length).toBeGreaterThan(5);
  expect([missed, wrong]).toEqual([[], []]);
});

// 406: it hits a post twice between two that hit it once; 333: motions pass a post on either side, and one between comes straight back to it; 286: misses jump back, where a post is struck twice
it.each([
  [333, -0.63335, -0.62665, 1],
  [286, -1.913333333, -1.906666667, 1],
  [406, 0.393333333, 0.4, 1],
])("every launch of throw %i is found between motions of one sequence that say nothing of it", async (seed, ...box) => {
  const [low, high, samples] = box;
  const { brute, missed, wrong } = await compareLaunches({ ...randomThrow(seed), box: [[low, high]] }, 10_000, {
    samples,
  });
  expect(brute.length).toBeGreaterThan(0);
  expect([missed, wrong]).toEqual([[], []]);
});

it("a search that takes no more motions says so, and claims nothing of what it has not seen", async () => {
  const asked = randomThrow(5);
  const setup = setUp(problemOf(asked));
  const workspace = borrow(setup);
  await workspace.ready();
  const how = { guess: "auto", strategy: "auto", resume: undefined, signal: undefined, report: () => {} } as const;
  const task = { setup, workspace, ...how };
  const { note, isOpen } = await drive(launchesByEvents(task, { samples: 40 }, { brief: { near: [0, 0], most: 30 } }));
  expect(note).toContain("the search ended with these before it was through");
  expect(isOpen).toBe(true);
});

it("shots that are fired a million at a time are the shots by formulas", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const asked = randomThrow(seed);
    const [map, { look, misses }] = [mapOf(asked), sightOf(asked)];
    const names = [...asked.room.walls, ...asked.room.posts].map(({ name }) => name);
    const told = (code: number): string[] =>
      code === 0 ? [] : [...told(Math.floor(code / (names.length + 1))), names[(code % (names.length + 1)) - 1]];
    for (let k = 0; k < 40; k++) {
      // places that no grid has
      const u = asked.box.map(([low, high], j) => low + ((k * (j === 0 ? 0.618 : 0.755)) % 1) * (high - low));
      const end = map(u);
      const code = look(u[0], u[1] ?? 0);
      expect(code < 0 ? undefined : told(code).join(), `throw ${seed} ${u.join()}`).toBe(end?.sequence);
      for (const [j, miss] of end?.misses.entries() ?? []) expect(Math.abs(miss - misses[j])).toBeLessThan(1e-11);
    }
  }
});
