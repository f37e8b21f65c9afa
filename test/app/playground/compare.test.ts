import { describe, expect, it } from "vitest";
import type { SceneData } from "../../../src/app/motion-view/scene/scene-data.js";
import { distances } from "../../../src/app/playground/compare/distances.js";
import { differing } from "../../../src/app/playground/compare/kept.js";
import { measuredMotion } from "../../../src/app/playground/compare/measured.js";

/** A ball that goes one metre along x in a second, beside a table that stands. */
const shown: SceneData = {
  plane: "space",
  t: [0, 1],
  step: [0, 1],
  bodies: [
    { name: "ball", role: "part", shapes: [], poses: [0, 0, 0.1, 1, 0, 0, 0, 1, 0, 0.1, 1, 0, 0, 0] },
    { name: "paddle", role: "tool", shapes: [], poses: [5, 0, 0, 1, 0, 0, 0, 5, 0, 0, 1, 0, 0, 0] },
  ],
  world: [],
  contacts: [],
  targets: [],
  timeline: { band: [], realTime: false },
};
const measured = (...lines: string[]): SceneData => measuredMotion("a.csv", lines.join("\n"), shown);

describe("a measured motion", () => {
  it("takes of each body the columns that there are, and keeps the rest as it begins", () => {
    const { t, bodies } = measured("t,x,ball.theta,light", "0,0.5,0,on", "0.5,1,3.141592653589793,off");
    expect(t).toEqual([0, 0.5]);
    expect(bodies.map(({ name }) => name)).toEqual(["ball"]);
    const [x, y, z, ...turn] = Array.from(bodies[0].poses).slice(7);
    expect([x, y, z]).toEqual([1, 0, 0.1]);
    for (const [i, part] of [0, 0, 0, 1].entries()) expect(turn[i]).toBeCloseTo(part, 12);
    expect(measured("t,paddle.e0,paddle.ez", "0,0,2").bodies[0].poses).toEqual(Float64Array.of(5, 0, 0, 0, 0, 0, 1));
  });

  it.each([
    [["x", "1"], "a.csv has no column t of times in seconds."],
    [["t,x"], "a.csv has no rows below its header."],
    [["t,x", "0,1", "0,1"], "a.csv, line 3: the time 0 s does not come after 0 s."],
    [["t,x", "0,"], 'a.csv, line 2: x is "", not a number.'],
    [["t,cube.x", "0,1"], "a.csv measures no body of this scene: name its columns ball.x, ball.y and so on."],
    [["t,x", "0"], "a.csv: Invalid Record Length: expect 2, got 1 on line 2."],
  ])("refuses %j in one sentence", (lines, sentence) => {
    expect(() => measured(...lines)).toThrow(sentence);
  });

  it("is as far from the motion that is shown as its points are, at the times that both have", () => {
    // half a metre behind at first, then where the ball is; the third row is later than the plan
    const apart = distances(measured("t,x", "0.5,0", "1,1", "9,9"), shown);
    expect(apart?.largest).toBeCloseTo(0.5, 12);
    expect(apart?.rms).toBeCloseTo(Math.sqrt(0.125), 12);
    expect(distances(measured("t,x", "7,0"), shown)).toBeUndefined();
  });
});

it("settings and values that are the same in all are left out", () => {
  expect(
    differing([
      { a: 1, b: 2 },
      { a: 1, b: 3, c: 4 },
    ]),
  ).toEqual(["b", "c"]);
});
