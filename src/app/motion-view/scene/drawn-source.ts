import { evaluate, toExpr } from "../../../expr/expr.js";
import { vec3 } from "../../../expr/vector.js";
import type { Drawn } from "../../../mechanics/drawing.js";
import { type Leaves, type Model, next } from "../../../mechanics/model.js";
import type { Result } from "../../../motion/result.js";
import { bandOfColumns } from "../band.js";
import { bodiesOf } from "../bodies.js";
import { turnsOf } from "../frames.js";
import { numberOf } from "../patches.js";
import { type Formulas, formulas, perScene, poseFormulas, valuesAt } from "./formulas.js";
import { bodyOf, distinct, sceneShape } from "./solid-shapes.js";
import type { Source } from "./source.js";
import { targetPoints } from "./targets.js";

/** The things that a model of one's own draws; undefined where it draws nothing. */
export function drawnSource(model: Model, result: Result): Source | undefined {
  const { drawing } = model.views ?? {};
  if (drawing === undefined) return undefined;
  const { drawn, poses, contacts, forces } = ready(drawing);
  const planar = drawn.every(isPlanar);
  const poseAt = valuesAt(poses, result);
  const all = drawn.map(({ shapes }) => shapes.flatMap((shape) => sceneShape(shape, planar, result)));
  const ends = drawn.map((_, i) => all[i].filter(({ kind }) => kind !== "half-space"));
  const bodies = drawn.flatMap(({ name, role = "part" }, i) =>
    ends[i].length === 0
      ? []
      : [{ name, role, shapes: bodyOf(ends[i], planar), pose: (k: number) => poseAt(k).subarray(7 * i, 7 * i + 7) }],
  );
  return {
    plane: planar ? "xy" : "space",
    bodies,
    world: distinct(all.flat().filter(({ kind }) => kind === "half-space")),
    contacts: contacts.map(({ name, on, friction = 0 }) => ({
      name,
      body: bodies.findIndex((body) => body.name === on),
      friction: numberOf(friction, result),
      patches: [],
    })),
    forces: forcesAt(forces, result),
    targets: targetPoints(
      bodiesOf(model).filter((body) => drawn.some(({ name, role = "part" }) => name === body.name && role === "part")),
      result,
    ),
    timeline: { band: bandOfColumns(result), realTime: false },
    turns: contacts.flatMap(({ name }) => turnsOf(result.trajectory.columns[`${name}.normalForce`] ?? [])),
  };
}

/** Nine numbers for each contact, zeros at the start and where it is open. */
function forcesAt(forces: Formulas, result: Result): (k: number) => ArrayLike<number> {
  const at = valuesAt(forces, result);
  const none = new Float64Array(forces.kernel.outputs);
  return (k) => {
    if (k === 0) return none;
    const all = at(k);
    for (let i = 0; i < all.length; i += 9)
      if (!(Math.hypot(all[i + 3], all[i + 4], all[i + 5]) > 0)) all.fill(0, i, i + 9);
    return all;
  };
}

/** True for a thing that stays at height zero. */
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
  const contacts = drawn.flatMap((thing) => (thing.contacts ?? []).map((contact) => ({ ...contact, on: thing.name })));
  const forces = contacts.flatMap(({ at, normal, tangential = [0, 0, 0] }) => [...at, ...normal, ...tangential]);
  return { drawn, poses: formulas(poses), contacts, forces: formulas(forces.map((one) => toExpr(one))) };
});
