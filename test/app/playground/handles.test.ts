import { describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import { type AxisRule, type Draggable, draggedTo } from "../../../src/app/playground/draggable.js";
import { handlesOf } from "../../../src/app/playground/worker/handles.js";
import { freedBy } from "../../../src/motion/problem/condition.js";
import { resolveParameters } from "../../../src/motion/problem/parameters.js";

/** The handles of a problem as it is declared, or with settings, where the conditions free what they name. */
function handles(name: string, set: Record<string, number> = {}, found?: readonly string[]): Draggable[] {
  const { problem } = problems[name];
  const { numbers, choices } = resolveParameters(problem, set);
  const model = typeof problem.model === "function" ? problem.model((choice) => choices[choice]) : problem.model;
  return handlesOf(problem, model, numbers, found ?? freedBy(problem));
}

const moves = ({ name, rules }: Draggable): string => `${name}: ${rules.map(({ parameter }) => parameter).join(" ")}`;

describe("handles", () => {
  it.each([
    ["rolling/ball-place", ["start.ball: start.x start.y start.z", "target.ball: target.x target.y"]],
    ["rolling/disk-as-printed", ["start.disk: start.x", "target.disk: target.x"]],
    ["optimal/disk", ["target.disk: distance"]],
    ["patch/curling", ["target.block: target.x target.y", "turn.block: "]],
    ["impact/ball-bounce", ["target.ball: target.x target.z"]],
    [
      "impact/bank-shot",
      [
        "target.disk: target.x target.y",
        "wall: wall.y",
        "cushion.from: cushion.from cushion.y",
        "cushion.to: cushion.to cushion.y",
        "post: post.x post.y",
      ],
    ],
    ["impact/combination", ["start.object: object.x object.y", "target.object: target.x target.y"]],
    [
      "feeder/reorient-boundary",
      ["start.part: start.x start.y", "target.part: target.x target.y", "palm.from: palm.from", "palm.to: palm.to"],
    ],
    ["grasp/grasp-plan", ["target.cylinder: target.rise"]],
  ])("of %s are the places that its formulas put there", (name, expected) => {
    const told = handles(name).map(moves);
    for (const one of expected) expect(told).toContain(one);
    expect(told.filter((one) => one.startsWith("target"))).toHaveLength(
      expected.filter((one) => one.startsWith("target")).length,
    );
  });

  it("leave out what a run finds, and have it where it is given", () => {
    expect(handles("feeder/reorient-boundary").some(({ name }) => name === "corner")).toBe(false);
    const corner = handles("feeder/reorient-design", { "corner.x": 4.9, "corner.y": 5.1 }, []).find(
      ({ name }) => name === "corner",
    );
    expect(corner?.kind).toBe("corner");
    expect(corner?.at).toEqual([4.9, 5.1, 0]);
  });

  it.each(Object.keys(problems))("of %s come back to the point that they are dragged to", (name) => {
    const { parameters } = problems[name].problem;
    for (const handle of handles(name)) {
      // a millimetre upwards, as far as the range lets it
      const room = ({ parameter, slope }: AxisRule): boolean =>
        slope > 0 &&
        (parameters[parameter].max ?? Number.POSITIVE_INFINITY) > Number(parameters[parameter].value) + 1e-3;
      const wanted = handle.at.map((x, axis) =>
        handle.rules.some((rule) => rule.axis === axis && room(rule)) ? x + 1e-3 / 2 : x,
      );
      const moved = handles(name, draggedTo(handle, wanted)).find((one) => one.name === handle.name)!;
      wanted.forEach((x, axis) => {
        expect(moved.at[axis]).toBeCloseTo(x, 9);
      });
    }
  });

  it("turn the heading that a body must end in, the shorter way round its target", () => {
    const known = (name: string): Draggable =>
      handles(name, { "target.x": 0.6, "target.y": 0.3, "target.theta": 2 }).find(({ kind }) => kind === "turn")!;
    for (const name of ["patch/curling", "patch/desk-push"]) {
      const handle = known(name);
      const [x, y] = handle.at;
      expect(Math.atan2(y - 0.3, x - 0.6)).toBeCloseTo(2, 12);
      expect(draggedTo(handle, handle.at)).toEqual({ "target.theta": 2 });
      const at = (angle: number): number[] => [0.6 + Math.cos(angle), 0.3 + Math.sin(angle), 0];
      expect(draggedTo(handle, at(2.5))["target.theta"]).toBeCloseTo(2.5, 12);
      expect(draggedTo(handle, at(-2))["target.theta"]).toBeCloseTo(2 * Math.PI - 2, 12);
    }
    // in the plane the angle is a state, here turned by a parameter of the objective's constraint
    const box = handles("optimal/reach-and-push").filter(({ kind }) => kind === "turn");
    expect(box.map(({ turn }) => turn?.parameter)).toEqual(["target.theta"]);
  });

  it("set nothing where they are not moved", () => {
    for (const handle of handles("impact/bank-shot")) expect(draggedTo(handle, handle.at)).toEqual({});
  });
});
