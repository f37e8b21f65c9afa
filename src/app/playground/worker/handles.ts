import { add, type Expr, evaluate, isExpr, leaves, mul, type Scalar } from "../../../expr/expr.js";
import type { Components, HalfSpace, Shape } from "../../../geometry/shape.js";
import type { Contact } from "../../../mechanics/contact.js";
import type { Model } from "../../../mechanics/model.js";
import { type Axis, axes, type BodyView, coordinateOf } from "../../../mechanics/views.js";
import type { PatchContact } from "../../../models/patch/contact.js";
import { modelScene } from "../../../models/scenes.js";
import type { Problem } from "../../../motion/problem/problem.js";
import { bodiesOf } from "../../motion-view/bodies.js";
import { type EndCondition, endConditions } from "../../motion-view/motion.js";
import type { Handle } from "../../viewer/viewer-api.js";
import type { AxisRule, Draggable } from "../draggable.js";

/** A place, and which of its coordinates may be moved: all of them where left out. */
type Place = Pick<Handle, "name" | "label" | "kind"> & {
  readonly at: Components;
  readonly moves?: readonly boolean[];
};

/**
 * The places of a scene that parameters put where they are, from the problem's own formulas: where bodies start, where
 * conditions want them at the end, and points of the fixed world. What is `found` by the run cannot be dragged.
 */
export function handlesOf(
  problem: Problem,
  model: Model,
  numbers: Readonly<Record<string, number>>,
  found: readonly string[],
): Draggable[] {
  const at = (leaf: string): number => numbers[leaf.slice("parameters.".length)] ?? Number.NaN;
  const number = (x: Scalar): number => (isExpr(x) ? evaluate(x, at) : x);
  const used = { model: new Set(model.parameters), start: startParameters(problem) };
  const rulesOf = (place: Place): AxisRule[] =>
    place.at.flatMap((coordinate, axis) => {
      const name = place.moves?.[axis] === false ? undefined : parameterOf(place.kind, coordinate, used);
      if (name === undefined || found.includes(name)) return [];
      const line = lineIn(coordinate as Expr, name, at);
      return line === undefined ? [] : [{ axis: axis as 0 | 1 | 2, parameter: name, ...line }];
    });
  const all = placesOf(problem, model).flatMap((place): Draggable[] => {
    const rules = rulesOf(place);
    const [x, y, z] = place.at.map(number) as [number, number, number];
    if (rules.length === 0 || ![x, y, z].every(Number.isFinite)) return [];
    return [{ name: place.name, label: place.label, kind: place.kind, at: [x, y, z] as const, rules }];
  });
  all.push(...turnsOf({ problem, model, numbers, found, used }, all));
  // the corners of a part that moves as a whole are one handle
  const moved = new Set<string>();
  return all.filter(({ kind, rules }) => {
    const moves = rules.map(({ axis, parameter, slope }) => `${axis} ${parameter} ${slope.toPrecision(6)}`).join();
    const isAgain = (kind === "corner" || kind === "obstacle") && moved.has(moves);
    if (kind === "corner" || kind === "obstacle") moved.add(moves);
    return !isAgain;
  });
}

/** A problem with its numbers, and what of it is found by its run. */
interface Known {
  readonly problem: Problem;
  readonly model: Model;
  readonly numbers: Readonly<Record<string, number>>;
  readonly found: readonly string[];
  readonly used: { readonly model: ReadonlySet<string>; readonly start: ReadonlySet<string> };
}

/** A handle that turns stands so far from its centre, as a share of the way to it, and at least so far [m]. */
const arm = 0.3;
const shortest = 0.05;
/** The heading of a body in space, of which every condition is a formula of a whole rotation. */
const headingInSpace = "target.theta";

/** Beside each target that asks for a heading a handle that turns it. */
function turnsOf({ problem, model, numbers, found, used }: Known, places: readonly Draggable[]): Draggable[] {
  const at = (leaf: string): number => numbers[leaf.slice("parameters.".length)] ?? Number.NaN;
  const conditions = endConditions(problem, model);
  return bodiesOf(model).flatMap((body): Draggable[] => {
    const target = places.find(({ name }) => name === `target.${body.name}`);
    const state = body.orientation;
    const wanted = typeof state === "string" ? wantedAt(conditions, state) : undefined;
    const parameter = typeof state === "string" ? parameterOf("target", wanted ?? 0, used) : headingInSpace;
    const value = numbers[parameter ?? ""];
    if (target === undefined || parameter === undefined || value === undefined || found.includes(parameter)) return [];
    const line = typeof state === "string" ? lineIn(wanted as Expr, parameter, at) : { offset: 0, slope: 1 };
    if (line === undefined) return [];
    const angle = line.offset + line.slope * value;
    const [x, y, z] = target.at;
    const start = places.find(({ name }) => name === `start.${body.name}`)?.at ?? [0, 0, 0];
    const radius = Math.max(shortest, arm * Math.hypot(x - start[0], y - start[1]));
    return [
      {
        name: `turn.${body.name}`,
        label: `Angle of ${body.name} at the end`,
        kind: "turn",
        at: [x + radius * Math.cos(angle), y + radius * Math.sin(angle), z],
        rules: [],
        turn: { parameter, centre: target.at, slope: line.slope, value },
      },
    ];
  });
}

function placesOf(problem: Problem, model: Model): Place[] {
  return [...starts(problem, model), ...targets(problem, model), ...obstacles(model)];
}

/** Start values of a body's coordinates; zero along an axis that it does not move in. */
function startOf({ start }: Problem, body: BodyView): Components {
  const of = (axis: Axis): Scalar => start[coordinateOf(body, axis) ?? ""] ?? 0;
  return [of("x"), of("y"), of("z")];
}

function starts(problem: Problem, model: Model): Place[] {
  return bodiesOf(model).map((body) => ({
    name: `start.${body.name}`,
    label: `Start of ${body.name}`,
    kind: "start",
    at: startOf(problem, body),
  }));
}

/** End places that conditions on one coordinate of a body ask for. */
function targets(problem: Problem, model: Model): Place[] {
  const conditions = endConditions(problem, model);
  return bodiesOf(model).flatMap((body) => {
    const wanted = axes.map((axis) => wantedAt(conditions, coordinateOf(body, axis)));
    if (wanted.every((coordinate) => coordinate === undefined)) return [];
    const [x, y, z] = startOf(problem, body);
    const at: Components = [wanted[0] ?? x, wanted[1] ?? y, wanted[2] ?? z];
    const moves = wanted.map((coordinate) => coordinate !== undefined);
    return [{ name: `target.${body.name}`, label: `Target of ${body.name}`, kind: "target" as const, at, moves }];
  });
}

/** c, where a condition on a state says last − c = 0 in so many words. */
function wantedAt(conditions: readonly EndCondition[], state: string | undefined): Scalar | undefined {
  for (const { residual } of conditions.filter((condition) => condition.state === state)) {
    const [a, b] = residual.args;
    if (residual.op === "sub" && a?.name === `last.${state}` && b !== undefined && !ends(b)) return b;
  }
  return undefined;
}

const ends = (e: Expr): boolean => leaves([e]).some(({ name }) => !name.startsWith("parameters."));

/** Points of the fixed world: centres, corners, ends of walls and floors. */
function obstacles(model: Model): Place[] {
  const known = modelScene(model);
  if (known === undefined || known.kind === "sliding" || known.kind === "shaped") return [];
  const surfaces: readonly Surface[] = known.scene.contacts;
  const told = new Set<Shape>();
  return surfaces.flatMap(({ name, against }) => {
    // convex bodies of patch contacts are not moved by points
    if (!("kind" in against) || against.kind === "convex" || told.has(against)) return [];
    told.add(against);
    // the vertices of a body touch one surface in contacts that are numbered
    const shared = surfaces.filter((other) => other.against === against).length > 1;
    return corners(shared ? name.replace(/\d+$/, "") : name, against);
  });
}

/** A contact of any kind of scene, by what it is with. */
type Surface = Pick<Contact, "name" | "against"> | Pick<PatchContact, "name" | "against">;

function corners(name: string, shape: Shape): Place[] {
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  switch (shape.kind) {
    case "ball":
      return [{ name, label, kind: "obstacle", at: shape.centre ?? [0, 0, 0] }];
    case "point":
      return [{ name, label, kind: "corner", at: shape.at }];
    case "segment":
      return [
        { name: `${name}.from`, label: `${label}, first end`, kind: "obstacle", at: shape.from },
        { name: `${name}.to`, label: `${label}, second end`, kind: "obstacle", at: shape.to },
      ];
    case "half-space":
      return surface(name, label, shape);
    default:
      return [];
  }
}

/** The ends of a floor or wall, or the foot of its normal where it has no end. */
function surface(name: string, label: string, { normal, tangent, offset, stretch }: HalfSpace): Place[] {
  const on = (s: Scalar, axis: number): Scalar => add(mul(normal[axis], offset), mul(tangent[axis], s));
  const along = (s: Scalar): Components => [on(s, 0), on(s, 1), on(s, 2)];
  if (stretch === undefined) return [{ name, label, kind: "obstacle", at: along(0) }];
  return [
    { name: `${name}.from`, label: `${label}, first end`, kind: "obstacle", at: along(stretch[0]) },
    { name: `${name}.to`, label: `${label}, second end`, kind: "obstacle", at: along(stretch[1]) },
  ];
}

/**
 * The parameter that a coordinate is there for. Of a start it must be the parameter itself, and none that the model
 * uses: a height that follows from a radius is no place. Of a target it may stand beside others that are used elsewhere.
 */
function parameterOf(
  kind: Handle["kind"],
  coordinate: Scalar,
  used: { readonly model: ReadonlySet<string>; readonly start: ReadonlySet<string> },
): string | undefined {
  if (!isExpr(coordinate)) return undefined;
  const names = leaves([coordinate]).map(({ name }) => name.slice("parameters.".length));
  if (kind === "start") return coordinate.op === "variable" && !used.model.has(names[0]) ? names[0] : undefined;
  const own = names.length === 1 ? names : names.filter((name) => !used.model.has(name) && !used.start.has(name));
  return own.length === 1 && (kind === "target" || names.length === 1) ? own[0] : undefined;
}

function startParameters({ start }: Problem): ReadonlySet<string> {
  const formulas = Object.values(start).filter(isExpr);
  return new Set(leaves(formulas).map(({ name }) => name.slice("parameters.".length)));
}

/** Offset and slope of a formula in one parameter, others as they are; undefined where it is no line. */
function lineIn(
  e: Expr,
  name: string,
  at: (leaf: string) => number,
): { readonly offset: number; readonly slope: number } | undefined {
  const value = (x: number): number => evaluate(e, (leaf) => (leaf === `parameters.${name}` ? x : at(leaf)));
  const [offset, one, two] = [value(0), value(1), value(2)];
  const slope = one - offset;
  const straight = Math.abs(two - one - slope) <= 1e-9 * Math.max(1, Math.abs(slope));
  return straight && slope !== 0 && Number.isFinite(offset) ? { offset, slope } : undefined;
}
