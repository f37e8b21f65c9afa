import { expect, it } from "vitest";
import { setUp } from "../../../src/motion/compile/setup.js";
import { launchesByEvents } from "../../../src/motion/launches/by-events.js";
import { polishedOf } from "../../../src/motion/launches/polish.js";
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
  const asked = { ...randomThrow(125), box: [[-0.404, -0.398]] as const };
  const { brute, missed, wrong } = await compareLaunches(asked, 10_000, { samples: 1 });
  expect(brute.length).toBeGreaterThan(3);
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

it("a launch is found between two motions of which each points to another one, the other way", async () => {
  const { box, ...asked } = randomThrow(417);
  const within = { ...asked, box: [[0.1066667, 0.1133333], box[1]] as const };
  const { brute, missed, wrong } = await compareLaunches(within, 10_000, { samples: 1 });
  expect(brute.length).toBeGreaterThan(0);
  expect([missed, wrong]).toEqual([[], []]);
});

it("a launch of a window that is over before its motions come near is found between two of them", async () => {
  const { box, ...asked } = randomThrow(407);
  const within = {
    ...asked,
    box: [
      [0.34666667, 0.35333333],
      [0.77, box[1][1]],
    ] as const,
  };
  const { brute, missed, wrong } = await compareLaunches(within, 250_000, { samples: 1 });
  expect(brute.map(({ sequence }) => sequence)).toContain("right,floor,left,floor,floor,floor,floor");
  expect([missed, wrong]).toEqual([[], []]);
});

// of 276 both are of one sequence, of 356 of two
it.each([
  [276, 2.672247175547, 2.672275552777, "post1,post3,post2,left,post2,left", "post1,post3,post2,left,post2,left"],
  [
    356,
    -0.84428497924,
    -0.84427908607,
    "post1,post3,post1,floor,post1,post2,floor,post2",
    "post1,post3,post1,floor,post1,post2,floor",
  ],
])("of throw %i two launches are two that are a millionth of the range apart", async (seed, a, b, ...windows) => {
  const asked = randomThrow(seed);
  const task = await taskOf(seed);
  const [min, max] = asked.box[0];
  const pointed = [a, b, a].map((x, k) => {
    const turn = k === 1 ? -1 : 1;
    return { from: [x + 1e-8], guess: [x], window: windows[k % 2], size: 1e-9, turn };
  });
  const spans = [{ min, max }];
  const { found } = await drive(
    polishedOf(task, { pointed, spans, report() {}, stopped: () => false, isBrief: false }),
  );
  expect(found.map(({ values }) => values[0])).toEqual([expect.closeTo(a, 6), expect.closeTo(b, 6)]);
});

async function taskOf(seed: number) {
  const setup = setUp(problemOf(randomThrow(seed)));
  const workspace = borrow(setup);
  await workspace.ready();
  const how = { guess: "auto", strategy: "auto", resume: undefined, signal: undefined, report: () => {} } as const;
  return { setup, workspace, ...how };
}

it("a search that takes no more motions says so, and claims nothing of what it has not seen", async () => {
  const task = await taskOf(5);
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
