import { expect, it } from "vitest";
import { whereWorst } from "../../../src/motion/trajectory/laws.js";
import { contactSequence, contactTimeline, type Phase } from "../../../src/motion/trajectory/phases.js";

/** Phases of so many steps each, one after the other. */
function phasesOf(parts: readonly (readonly [number, ...string[]])[]): Phase[] {
  let from = 1;
  return parts.map(([steps, ...contacts]) => {
    const phase = { from, to: from + steps - 1, contacts };
    from += steps;
    return phase;
  });
}

it.each([
  [[[3], [1, "floor"], [5]], "flight, impact, flight", "1–3 none, 4 floor, 5–9 none"],
  [[[2, "floor"], [4], [3, "floor"]], "contact, flight, contact", "1–2 floor, 3–6 none, 7–9 floor"],
  [[[2, "floor"], [1, "wall"], [2], [2, "wall"], [1]], "contact, impact, flight, impact, flight", undefined],
  [[[4, "floor"]], "contact", "1–4 floor"],
] as const)("the phases %j are %s", (parts, sequence, timeline) => {
  const phases = phasesOf(parts);
  expect(contactSequence(phases, false)).toBe(sequence);
  if (timeline !== undefined) expect(contactTimeline(phases)).toBe(timeline);
});

it("phases of several contacts name them", () => {
  const phases = phasesOf([[1], [2, "floor", "wall"], [1, "wall"]]);
  expect(contactSequence(phases, true)).toBe("flight, impact (floor and wall), contact (wall)");
});

it("the worst of a law is told with its step, but for what holds before the first", () => {
  expect(whereWorst({ value: 1, step: 0, row: "start" })).toBe("start");
  expect(whereWorst({ value: 1, step: 1, row: "ball" })).toBe("ball, step 1");
  expect(whereWorst({ value: 0, step: 4, row: "" })).toBe("");
});
