import { describe, expect, it } from "vitest";
import { problem as chutePin } from "../../../problems/feeder/chute-pin.js";
import { problem as peg } from "../../../problems/feeder/peg.js";
import { simulate } from "../../../src/index.js";
import { chatter } from "../../../src/motion/exact/locate.js";

/** How many of these come before a motion is given up, or all of them. */
function lasting(modes: Iterable<readonly number[]>): number {
  const found = chatter();
  let count = 0;
  for (const one of modes) {
    if (!found.goesOn(Float64Array.from(one))) break;
    count++;
  }
  return count;
}

describe("branches that come without an element between them", () => {
  it("are given up where they go round, however many switches there are", () => {
    const many = Array.from({ length: 100 }, () => 1);
    function* round(): Generator<number[]> {
      for (let k = 0; k < 1000; k++) yield many.with(3, k % 2 === 0 ? 1 : -1);
    }
    expect(lasting(round())).toBe(12);
  });

  it("may all be passed, and some twice", () => {
    function* all(count: number): Generator<number[]> {
      for (let k = 0; k < count; k++) yield [1, 2, 4, 8].map((bit) => (k & bit ? 1 : -1));
    }
    expect(lasting(all(16))).toBe(16);
    // sixteen of four switches come back after so many: more than four for each, and once in all, are too many
    expect(lasting(all(100))).toBe(20);
  });

  it("begin anew behind an element", () => {
    const found = chatter();
    for (let k = 0; k < 100; k++) {
      expect(found.goesOn(Float64Array.of(1, -1))).toBe(true);
      if (k % 6 === 5) found.clear();
    }
  });
});

it.each([
  ["halfLength", 0.016],
  ["slope", 0.625],
])(
  "a corner that presses no more has no sense of slip to chatter with, where its cone is smoothed, too: %s=%s",
  async (name, value) => {
    const set = { "grid.method": "exact", "grid.accuracy": 1e-6, [name]: value };
    const { status, message, values } = await simulate(chutePin, { set });
    expect(status, message).toBe("solved");
    // at rest against the pin, which carries what the chute's friction does not
    expect(values["end.gap"] ?? Number.NaN).toBeLessThan(0);
  },
);

// the nearest points jump between corners, and steps settle it: they were told as a rest at which nothing presses and nothing is near
it("steps instead of elements are told with the forces of the last of them", async () => {
  const { status, message, trajectory } = await simulate(peg, {
    set: { "grid.method": "exact", friction: 0.4, time: 0.1515 },
  });
  expect(status, message).toBe("solved");
  const { penetration, complementarity } = trajectory.certificate;
  expect([penetration.value < 1e-12, complementarity.value < 1e-9]).toEqual([true, true]);
});
