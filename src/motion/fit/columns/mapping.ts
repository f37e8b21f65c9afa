import { unknownName } from "../../../checks/words.js";
import { add, cos, type Expr, mul, neg, type Scalar, sin, sub } from "../../../expr/expr.js";
import {
  addV,
  conjugateQ,
  cross,
  normalizeQ,
  type Quat,
  quat,
  rotateV,
  type Vec3,
  vec3,
} from "../../../expr/vector.js";
import { last, type Model } from "../../../mechanics/model.js";
import { type Axis, axes, type BodyView } from "../../../mechanics/views.js";
import { BadInput } from "../../problem/problem.js";
import type { Fitting, Observed } from "../fitting.js";

/** A body as formulas of its states at a time. */
interface Moving {
  readonly isPlanar: boolean;
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly spin: Vec3;
  readonly angle: Expr;
  readonly orientation: Quat;
}

/**
 * The question with a formula for every observed column.
 * @throws {BadInput} naming the entry whose body, columns or states there are not.
 */
export function withObserved(asked: Fitting, model: Model): Fitting {
  const { observed: all = [], ...plain } = asked;
  if (all.length === 0) return asked;
  const measured = new Map(Object.entries(asked.measured));
  const signs = [...(asked.signs ?? [])];
  for (const [i, one] of all.entries()) {
    const at = `fit.observed[${i}]`;
    const moving = movingOf(one, model, at);
    const formulas = formulasOf(one, moving);
    if (one.columns.length !== formulas.length)
      throw new BadInput(
        `${at}.columns`,
        `${at}.columns: the ${one.kind} of ${one.body} has ${formulas.length}, these are ${one.columns.length}.`,
      );
    for (const [k, column] of one.columns.entries()) {
      if (measured.has(column)) throw new BadInput(`${at}.columns`, `${at}.columns: ${column} is measured already.`);
      measured.set(column, { of: formulas[k], noise: one.noise });
    }
    if (one.kind === "orientation" && formulas.length === 4) signs.push(one.columns);
  }
  return { ...plain, measured: Object.fromEntries(measured), signs };
}

/** The numbers of an entry, one for each column. */
function formulasOf(one: Observed, body: Moving): readonly Expr[] {
  const flat = (v: Vec3): Expr[] => v.slice(0, body.isPlanar ? 2 : 3);
  if (one.kind === "orientation") {
    if (body.isPlanar) return [one.maps === "world-to-body" ? neg(body.angle) : body.angle];
    const [w, x, y, z] = one.maps === "world-to-body" ? conjugateQ(body.orientation) : body.orientation;
    return one.order === "xyzw" ? [x, y, z, w] : [w, x, y, z];
  }
  if (one.kind === "spin") {
    const spin = one.axes === "body" ? turned(body, body.spin, -1) : body.spin;
    return body.isPlanar ? [spin[2]] : spin;
  }
  const arm = one.point === undefined ? vec3(0, 0, 0) : turned(body, vec3(...one.point), 1);
  if (one.kind === "position") return flat(addV(body.position, arm));
  const velocity = addV(body.velocity, cross(body.spin, arm));
  return flat(one.axes === "body" ? turned(body, velocity, -1) : velocity);
}

/** A vector of body axes in those of the world, or the other way. */
function turned({ isPlanar, angle, orientation }: Moving, v: Vec3, way: 1 | -1): Vec3 {
  if (!isPlanar) return rotateV(way > 0 ? orientation : conjugateQ(orientation), v);
  const [c, s] = [cos(angle), mul(way, sin(angle))];
  return vec3(sub(mul(c, v[0]), mul(s, v[1])), add(mul(s, v[0]), mul(c, v[1])), v[2]);
}

function movingOf({ body: wanted, kind: what }: Observed, model: Model, at: string): Moving {
  const bodies = model.views?.bodies ?? [];
  const body = bodies.find((one) => one.name === wanted);
  if (body === undefined)
    throw new BadInput(
      `${at}.body`,
      `${at}.body: ${unknownName(
        "body",
        wanted,
        bodies.map((one) => one.name),
      )}`,
    );
  const states = new Set(model.state.map((state) => state.name));
  const state = (column: string): Expr => {
    if (states.has(column)) return last(column);
    throw new BadInput(`${at}.kind`, `${at}.kind: the ${what} of ${wanted} is no state of the model (${column}).`);
  };
  const lazily = (use: readonly Observed["kind"][], make: () => Vec3): Vec3 =>
    use.includes(what) ? make() : vec3(0, 0, 0);
  const isPlanar = !Array.isArray(body.orientation);
  const along = (letter: string): Vec3 => {
    const [x, y, z] = axes.map(
      (axis: Axis): Scalar => (isPlanar && axis === "z" ? 0 : state(`${wanted}.${letter}${axis}`)),
    );
    return vec3(x, y, z);
  };
  return {
    isPlanar,
    position: lazily(["position"], () => placeOf(body, state)),
    velocity: lazily(["velocity"], () => along("v")),
    spin: lazily(["velocity", "spin"], () => (isPlanar ? vec3(0, 0, state(`${wanted}.omega`)) : along("w"))),
    angle: typeof body.orientation === "string" ? state(body.orientation) : mul(0, state(body.position[0])),
    orientation: orientationOf(body, state),
  };
}

function placeOf({ position }: BodyView, state: (column: string) => Expr): Vec3 {
  const [x, y, z] = position.map(state);
  return vec3(x, y, z ?? 0);
}

/** Steps of backward Euler shrink a quaternion a little: its direction is the orientation. */
function orientationOf({ orientation }: BodyView, state: (column: string) => Expr): Quat {
  if (typeof orientation !== "object") return quat(1, 0, 0, 0);
  const [w, x, y, z] = orientation.map(state);
  return normalizeQ(quat(w, x, y, z));
}
