import { describe, expect, it } from "vitest";
import { problem as bounce } from "../../../problems/impact/ball-bounce.js";
import { problem as block } from "../../../problems/optimal/block.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { parseSettings } from "../../../src/app/cli/settings.js";
import { isDefault } from "../../../src/app/run/settings.js";
import type { Problem } from "../../../src/motion/problem/problem.js";

describe("settings of the command line", () => {
  it("are numbers where they can be, else what was written; of two the later one counts", () => {
    expect(parseSettings(["mass=0.3", " friction = 2e-1", "frictionLaw=pyramid", "x=", "mass=1"])).toEqual({
      mass: 1,
      friction: 0.2,
      frictionLaw: "pyramid",
      x: "",
    });
  });

  const cases: readonly (readonly [Problem, string[], boolean])[] = [
    [place, [], true],
    [place, ["mass=0.2", "frictionLaw=projection", "grid.steps=101", "grid.h=0.01"], true],
    [place, ["mass=0.3"], false],
    [place, ["frictionLaw=pyramid"], false],
    [place, ["grid.steps=100"], false],
    // as many steps as declared, in another time
    [place, ["grid.h=0.02"], false],
    [place, ["grid.end=1.01"], true],
    [bounce, ["grid.tolerance=0.02"], true],
    [bounce, ["grid.tolerance=0.01"], false],
    [block, ["time=2"], true],
    [block, ["time=1.9"], false],
  ];
  it.each(cases.map(([problem, texts, same]) => ({ problem, texts, same })))(
    "$texts of $problem.name repeat the defaults: $same",
    ({ problem, texts, same }) => expect(isDefault(problem, parseSettings(texts))).toBe(same),
  );
});
