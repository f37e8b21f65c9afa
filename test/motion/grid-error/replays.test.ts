import { expect, it } from "vitest";
import { replayOf } from "../../bench/grid-error/replays.js";

// a sample: `npm run bench -- replays` marches every answer again
it.each([
  "rolling/disk",
  "rolling/ball-return",
  "rolling/ball-place",
  "impact/ball-launch",
  "impact/ball-bounce-coarse",
  "impact/bank-shot",
  "patch/curling",
  "drives/toss",
  "drag/throw",
])(
  "the launch of %s comes on steps of a tenth as far from its end as its certificate claims, not ten times",
  async (name) => {
    const { status, claimed, missed } = await replayOf(name);
    expect(status).toBe("solved");
    expect(missed).toBeLessThan(10 * claimed);
    // what the steps of the answer repeated would be no replay
    expect(missed).toBeGreaterThan(0.01 * claimed);
  },
);

it.each(["exact/bank", "billiards/pot"])(
  "the launch that exact found for %s comes there by other elements, too",
  async (name) => {
    const { status, claimed, missed } = await replayOf(name);
    expect(status).toBe("solved");
    expect(claimed).toBeLessThan(1e-4);
    expect(missed).toBeLessThan(1e-6);
  },
);
