import { evaluate, toExpr } from "../../expr/expr.js";
import { vec3 } from "../../expr/vector.js";
import type { Drawn } from "../../mechanics/drawing.js";
import { type Leaves, type Model, next } from "../../mechanics/model.js";
import type { Result } from "../../motion/result.js";
import { bandOfColumns } from "./band.js";
import { formulas, perScene, poseFormulas, valuesAt } from "./formulas.js";
import { bodyOf, distinct, sceneShape } from "./solid-shapes.js";
import type { Source } from "./source.js";
import { targetPoints } from "./targets.js";

/** What a model of one's own says of how it is drawn; undefined where it says nothing. */
export function drawnSource({ drawing }: Model, result: Result): Source | undefined {
  if (drawing === undefined) return undefined;
  const { drawn, poses } = ready(drawing);
  const planar = drawn.every(isPlanar);
  const poseAt = valuesAt(poses, result);
  const all = drawn.map(({ shapes }) => shapes.flatMap((shape) => sceneShape(shape, planar, result)));
  const ends = drawn.map((_, i) => all[i]!.filter(({ kind }) => kind !== "half-space"));
  return {
    plane: planar ? "xy" : "space",
    bodies: drawn.flatMap(({ name, role = "part" }, i) =>
      ends[i]!.length === 0
        ? []
        : [{ name, role, shapes: bodyOf(ends[i]!, planar), pose: (k: number) => poseAt(k).subarray(7 * i, 7 * i + 7) }],
    ),
    world: distinct(all.flat().filter(({ kind }) => kind === "half-space")),
    contacts: [],
    forces: () => [],
    targets: targetPoints(
      drawn.filter(({ role = "part" }) => role === "part").map(({ name }) => name),
      result,
      () => 0,
    ),
    band: bandOfColumns(result),
    realTime: false,
    turns: [],
  };
}

/** Whether a thing stays at height zero. */
const isPlanar = ({ at = [0, 0, 0] }: Drawn): boolean => {
  try {
    return evaluate(toExpr(at[2]), () => Number.NaN) === 0;
  } catch {
    return false;
  }
};

const ready = perScene((drawing: (at: Leaves) => readonly Drawn[]) => {
  const drawn = drawing(next);
  const poses = drawn.flatMap(({ at = [0, 0, 0], heading = 0 }) =>
    poseFormulas({ position: vec3(...at), orientation: undefined, heading: toExpr(heading) }),
  );
  return { drawn, poses: formulas(poses) };
});
