import { expect, it } from "vitest";
import { setUp } from "../../../src/motion/compile/setup.js";
import { launchesByEvents } from "../../../src/motion/launches/by-events.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import { drive } from "../../../src/solve/drive.js";
import { compareLaunches, problemOf, randomThrow } from "../../bench/launches/every-launch.js";

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

it("a search that takes no more motions says so, and claims nothing of what it has not seen", async () => {
  const asked = randomThrow(5);
  const setup = setUp(problemOf(asked));
  const workspace = borrow(setup);
  await workspace.ready();
  const how = { guess: "auto", strategy: "auto", resume: undefined, signal: undefined, report: () => {} } as const;
  const task = { setup, workspace, ...how };
  const { note, isOpen } = await drive(launchesByEvents(task, { samples: 40 }, { near: [0, 0], most: 30 }));
  expect(note).toContain("the search ended with these before it was through");
  expect(isOpen).toBe(true);
});
