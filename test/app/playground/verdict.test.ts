import { describe, expect, it } from "vitest";
import { begin } from "../../../src/app/playground/history.js";
import type { Answer } from "../../../src/app/playground/messages.js";
import { initial, type State } from "../../../src/app/playground/state.js";
import { verdictOf } from "../../../src/app/playground/verdict.js";
import type { Verb } from "../../../src/app/run/choice.js";

/** The page with a run of some verb that ended so. */
function page(verb: Verb, ended: Partial<Answer>, more: Partial<State> = {}): State {
  const answer = { verb, status: "solved", message: "Done.", branches: [], launch: [], ...ended } as unknown as Answer;
  return { ...initial, history: begin({ problem: "p", set: {}, verb }), answer, current: true, ...more };
}
const misses = [{ name: "end.x", unit: "m", by: 0.5 }];

describe("the badge", () => {
  it.each([
    ["solve", "solved"],
    ["simulate", "simulated"],
    ["design", "designed"],
  ] as const)("is green of a %s that is done", (verb, kind) => {
    expect(verdictOf(page(verb, {}))).toMatchObject({ kind, tone: "good" });
  });

  it.each([
    ["a design that misses", page("design", { misses }), "missed"],
    ["a launch that misses", page("solve", { status: "no-progress", misses }), "missed"],
    ["a motion against a law", page("solve", { status: "unphysical" }), "failed"],
    ["a run that was cancelled", page("solve", { status: "cancelled" }), "cancelled"],
    ["a grid that is too coarse", page("solve", { status: "coarse" }), "coarse"],
    ["a preview", page("solve", { preview: true }), "coarse"],
    [
      "a preview that found nothing",
      page(
        "solve",
        {},
        { ended: { verb: "solve", status: "no-progress", misses, preview: true } as unknown as Answer },
      ),
      "coarse",
    ],
    ["settings that changed", page("solve", {}, { current: false }), "stale"],
    ["a refusal", page("solve", {}, { refusal: { message: "x must be positive.", field: "x" } }), "not run"],
    [
      "a kept motion after a run that was cancelled",
      page("solve", {}, { ended: { verb: "solve", status: "cancelled", message: "Cancelled." } as unknown as Answer }),
      "cancelled",
    ],
  ] as const)("is not green of %s", (_, state, kind) => {
    const verdict = verdictOf(state);
    expect(verdict?.kind).toBe(kind);
    expect(verdict?.tone).not.toBe("good");
  });

  it("says by how much a run missed, and where a simulation ends beside its conditions", () => {
    expect(verdictOf(page("design", { misses }))?.text).toBe("missed by 0.5 m");
    expect(verdictOf(page("simulate", { misses }))).toMatchObject({ tone: "good", why: "It misses end.x by 0.5 m." });
  });
});
