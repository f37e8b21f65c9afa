import { describe, expect, it } from "vitest";
import { type Beside, mayHide } from "../../../src/motion/launches/windows/hidden.js";

/** A motion that passes a body on one side, or on the other. */
const motion = (struck: string, limit?: string, side = 1): Beside => ({
  events: [],
  struck: struck.split(" "),
  passes: [[Float64Array.of(0.1, side)]],
  posts: [],
  ways: new Map(),
  limit,
  isOwn: false,
});

/** The same where what is struck matters to the conditions. */
const told = (of: Beside, more: Partial<Beside> = {}): Beside => ({ ...of, events: of.struck, ...more });

const post = (x: number, y: number) => [[Float64Array.of(x, y)]];

const going = (x: number, y: number) => ({ ways: new Map([["left", [x, y]]]) });

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
  ])("(%s) a body may be met: %s", (_, may, a, b) => {
    expect(mayHide(a, b)).toBe(may);
    expect(mayHide(b, a)).toBe(may);
  });

  it.each<[string, boolean, Beside, Beside]>([
    ["of two sequences", false, told(motion("left top")), told(motion("left right"))],
    ["on two sides after the same", true, told(motion("left")), told(motion("left", undefined, -1))],
    ["on two sides after others", false, told(motion("top")), told(motion("left"), going(1, 0))],
    [
      "by a post",
      false,
      { ...told(motion("left")), posts: post(0.8, 0.6) },
      { ...told(motion("left")), posts: post(1, 0) },
    ],
    [
      "a third about a post",
      true,
      { ...told(motion("left")), posts: post(0, 1) },
      { ...told(motion("left")), posts: post(1, 0) },
    ],
    ["that leave by what does not matter", false, told(motion("left", "pocket 1")), told(motion("left", "pocket 2"))],
    ["that leave otherwise", true, told(motion("left", "pocket 1"), { isOwn: true }), told(motion("left", "pocket 2"))],
    ["that go the same way", false, told(motion("left"), going(2, 1)), told(motion("left"), going(1, 1))],
    ["that go apart", true, told(motion("left"), going(2, 1)), told(motion("left"), going(-1, 2))],
  ])("(%s) what matters may happen otherwise: %s", (_, may, a, b) => {
    expect(mayHide(a, b)).toBe(may);
    expect(mayHide(b, a)).toBe(may);
  });
});
