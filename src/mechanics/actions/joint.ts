import { add, div, type Expr, mul } from "../../expr/expr.js";
import { overStep } from "../../expr/limits.js";
import { scaleV } from "../../expr/vector.js";
import type { Body, Moving } from "../body.js";
import { equation, type Requirement, type Unknown } from "../model.js";
import type { Motions } from "../pairs.js";
import { positive, unitVector, zeroAtStart } from "../requirements.js";
import type { Acting, Action, ActionStage, Situation } from "./action.js";
import { rateOf } from "./carried.js";
import { freedomInside, freedomRequirements, freedomStage, limitsAtStart, type Mobility } from "./freedom.js";
import { inPlane, type Joint, withAxis } from "./joint-data.js";
import type { Equation } from "./joint-equations.js";
import { type Assembled, assemble } from "./joint-kinds.js";

/** As much of a scene as a joint needs: all that moves, where it is in any step, and how easily a joint moves its sides. */
export interface Joinable {
  readonly moving: readonly Moving[];
  readonly motions: Motions;
  readonly mobility: (one: Joint) => Mobility | undefined;
}

/** The joint as an action: rows that hold at the end of every step, each answered by a force. */
export function jointAction(one: Joint, { moving, motions: anyStep, mobility }: Joinable): Action {
  const planar = spaceOf(one, moving) === "planar";
  const stiff = mobility(one);
  if (!stiff) throw new RangeError(`joint "${one.name}" holds nothing that is free to move`);
  const motions = (end: Motions): Assembled => assemble(one, planar, end);
  const { holding, freedoms } = motions(anyStep);
  return {
    inside: [
      ...holding.map(
        (row): Unknown => ({ name: `${one.name}.${row.name}`, unit: unitOf(row), scale: 1, yields: true }),
      ),
      ...freedoms.flatMap((freed) => freedomInside(freed, unitOf(freed.along))),
    ],
    requires: [
      ...requirementsOf(one, planar),
      ...holding.map((row) => zeroAtStart(one.name, "be closed at the start", row.now)),
      ...freedoms.flatMap((freed) => [...freedomRequirements(freed), ...limitsAtStart(freed)]),
    ],
    step: (situation) => jointStage(one, motions(situation.motions), stiff, situation),
  };
}

const unitOf = ({ of }: Equation): string => (of === "length" ? "N" : "N m");

/**
 * The space of both sides.
 * @throws {RangeError} for a body that is not there, one joined to itself, or a kind that its space does not have.
 */
function spaceOf({ name, kind, body, to }: Joint, moving: readonly Moving[]): Body["space"] {
  const [first, second] = [body, to?.body].map((one) => {
    const found = moving.find((other) => other.name === one);
    if (one !== undefined && !found) throw new RangeError(`joint "${name}": scene has no body "${one}"`);
    return found?.space;
  });
  if (to?.body === body) throw new RangeError(`joint "${name}" is of a body with itself`);
  if (second !== undefined && first !== second)
    throw new RangeError(`joint "${name}" is between a planar and a spatial body`);
  if (first === "planar" && !inPlane.includes(kind))
    throw new RangeError(`joint "${name}": a ${kind} joint is not of the plane, where there are ${inPlane.join(", ")}`);
  return first ?? "spatial";
}

function requirementsOf({ name, kind, axis, to, length }: Joint, planar: boolean): Requirement[] {
  const needed = withAxis.includes(kind) && !(planar && kind === "hinge");
  return [
    ...(needed ? [unitVector(`${name}.axis`, axis ?? [0, 0, 0])] : []),
    ...(to?.axis ? [unitVector(`${name}.to.axis`, to.axis)] : []),
    ...(length === undefined ? [] : [positive(`${name}.length`, length)]),
  ];
}

/**
 * A joint yields to its force by this part of what the inertia of its bodies does. Where several joints hold the same thing, as
 * the hinges of a closed chain in space do, the force then is the least one that holds, and no matrix is singular; what it
 * opens a joint by is lost in rounding.
 */
const yielding = 1e-10;

/** An opening that integration leaves of a joint in continuous time is forgotten at this rate [1/s]; a motion that has none is the same. */
const forgetting = 10;

/**
 * g(q⁺)/(h Σ1/m) + ε h λ = 0 [N s], or with Σ 1/I [N m s]: the impulse that would close the joint. In the limit of short steps
 * ġ + α g = 0 stands for g/h, which computes the force from velocities instead of places (Gear, Gupta, Leimkuhler 1985).
 */
function jointStage(
  one: Joint,
  { holding, freedoms }: Assembled,
  mobility: Mobility,
  situation: Situation,
): ActionStage {
  const { frame } = situation;
  const { h } = frame;
  const named = ({ name }: Equation): string => `${one.name}.${name}`;
  const stages = freedoms.map((freed) => freedomStage(freed, mobility, frame));
  // with the force in it: the opening alone may be a limit of another scene, which is a place in continuous time, too
  const closing = ({ next: g, of }: Equation, force: Expr): Expr => {
    const held = add(rateOf(g, frame), mul(forgetting, g));
    const yields = mul(yielding, h, force);
    return overStep(add(div(g, mul(h, mobility[of])), yields), add(div(held, mobility[of]), yields));
  };
  const forces: (readonly [Equation, Expr])[] = holding.map((row) => [row, frame.inside(named(row))]);
  const all = [
    ...forces,
    ...stages.map(({ force }, i) => [freedoms[i].along, force] as const),
    ...stages.flatMap(({ turning: moment }, i) => byTheRate(freedoms[i].along, moment)),
  ];
  const [first] = stages;
  return {
    rows: [
      ...forces.map(([row, force]) => equation(named(row), closing(row, force))),
      ...stages.flatMap(({ rows }) => rows),
    ],
    pairs: stages.flatMap(({ pairs }) => pairs),
    observe: Object.assign({}, ...stages.map(({ observe }) => observe)),
    wrenches: [...actingOn(one.body, all, "first"), ...actingOn(one.to?.body, all, "second")],
    ...(first && {
      stored: [sum(stages.map(({ stored }) => stored[0])), sum(stages.map(({ stored }) => stored[1]))] as const,
      work: sum(stages.map(({ work }) => work)),
    }),
  };
}

/** An angle with the wrenches of what acts by its rate, and their size. */
function byTheRate(along: Equation, moment: Expr | undefined): (readonly [Equation, Expr])[] {
  if (along.turning === undefined || moment === undefined) return [];
  const [first, second] = along.turning;
  return [[{ ...along, first, second }, moment]];
}

/** The formula itself where there is one, so that its bits stay. */
const sum = (terms: readonly Expr[]): Expr => (terms.length === 1 ? terms[0] : add(...terms));

function actingOn(
  body: string | undefined,
  forces: readonly (readonly [Equation, Expr])[],
  side: "first" | "second",
): Acting[] {
  if (body === undefined) return [];
  return forces.map(([row, size]) => {
    const { force, torque } = row[side];
    return { body, wrench: { force: scaleV(size, force), torque: scaleV(size, torque) } };
  });
}
