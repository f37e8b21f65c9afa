import { describe, expect, it } from "vitest";
import { type Beside, mayHide } from "../../../src/motion/launches/windows/hidden.js";

/** A motion that passes a body on one side, or on the other. */
const motion = (struck: string, limit?: string, side = 1): Beside => ({
  struck: struck.split(" "),
  passes: [Float64Array.of(0.1, side)],
  limit,
});

describe("between two neighbours", () => {
  it.each<[string, boolean, Beside, Beside]>([
    ["of one sequence on one side", false, motion("left top"), motion("left top")],
    ["of one sequence on two sides", true, motion("left top"), motion("left top", undefined, -1)],
    ["of two sequences", true, motion("left top"), motion("left right")],
    ["one struck once more where time is over", true, motion("left"), motion("left top")],
    ["into one pocket, once by its jaw", false, motion("left", "pocket 1"), motion("left top", "pocket 1")],
    ["the same on two sides", true, motion("left", "pocket 1"), motion("left top", "pocket 1", -1)],
    ["into two pockets", true, motion("left", "pocket 1"), motion("left top", "pocket 2")],
    ["into one pocket by ways of two more", true, motion("left", "pocket 1"), motion("left top left", "pocket 1")],
    ["into one pocket by another jaw", true, motion("top", "pocket 1"), motion("left top", "pocket 1")],
  ])("(%s) a body may be met: %s", (_, told, a, b) => {
    expect(mayHide(a, b)).toBe(told);
    expect(mayHide(b, a)).toBe(told);
  });
});
