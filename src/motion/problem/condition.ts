import { BadInput } from "../../checks/bad-input.js";
import {
  type Check,
  type Checked,
  either,
  fields,
  formula,
  has,
  isRecord,
  listOf,
  must,
  name,
  oneOf,
  positive,
  scalar,
  text,
} from "../../checks/fields.js";
import { folded, unknownName } from "../../checks/words.js";
import { type Expr, isExpr, leaves, max, mul, neg, norm, type Scalar, sub, substituteAll } from "../../expr/expr.js";
import { last, type Model, next } from "../../mechanics/model.js";
import { axes } from "../../mechanics/views.js";
import { regionFormula, regionOfPoint, regionSides } from "./region.js";

/** The coordinate of a body that a condition at the end is about: a target that people see and drag. */
export const ofBody = { about: fields({ body: name, coordinate: oneOf(axes) }) };

/** From where and up to where, of values [own unit] or of times [s]. */
const span = { from: scalar, to: scalar };

/** An event may have a name, by which values ask when it was, and a span in which it is looked for. */
const sought = { ...span, name };

/** Bodies that come to rest: slower than `speed` [m/s] and `spin` [rad/s], which lasts for so long [s]. */
const rest = fields(
  { rests: either(Array.isArray, listOf(name), name) },
  { speed: positive, spin: positive, for: positive, ...sought },
);

const events = either(
  (given) => has("touch", given),
  fields({ touch: must<readonly [string, string]>("the names of two bodies", isPair) }, sought),
  either(
    (given) => has("leaves", given),
    fields({ leaves: regionOfPoint }, sought),
    either((given) => has("rests", given), rest, fields({ reaches: formula }, sought)),
  ),
);

const isEvent = (given: unknown): boolean => ["touch", "leaves", "reaches", "rests"].some((word) => has(word, given));

const timed = either(
  isEvent,
  events,
  either(
    (given) => has("at", given),
    fields({ at: scalar }),
    either((given) => has("sometime", given), fields({ sometime: name }, span), fields({}, span)),
  ),
);

function isPair(given: unknown): boolean {
  return Array.isArray(given) && given.length === 2 && given.every((one) => typeof one === "string" && one !== "");
}

/** A formula that is to be as small, or as large, as all that is asked for leaves it. */
const preference = either((given) => has("least", given), fields({ least: formula }), fields({ most: formula }));

/** True of a residual that is a preference. */
export const isPreference = (given: unknown): given is Checked<typeof preference> =>
  has("least", given) || has("most", given);

const shape = fields(
  {
    name,
    unit: text,
    residual: either(
      isPreference,
      preference,
      either(isRecord, regionOfPoint, must<Expr>("a formula, or a region { body, inside }", isExpr)),
    ),
  },
  {
    /** The parameter, or the parameters, that are to be found. */
    frees: either(Array.isArray, listOf(name), name),
    /** The band in which the residual may lie [own unit]; left out it must be zero, and of a region not above zero. */
    within: fields({}, span),
    /**
     * `end` where left out; `always`, or always in a span of time; at a time [s]; at some time, which then has this name; or when
     * something happens for the first time: two bodies `touch`, a point `leaves` a region, a body `rests` for a while, a formula
     * `reaches` zero from below.
     */
    when: either(isRecord, timed, oneOf(["end", "always"])),
    /** Missed by no more than this [own unit] it is met; what is missed weighs 1/tolerance² in least squares. */
    tolerance: positive,
    ...ofBody,
  },
);

/** A condition of fields that go together. */
export const condition: Check<Checked<typeof shape>> = (given, at) => {
  shape(given, at);
  const { within, residual, tolerance, ...one } = given as Checked<typeof shape>;
  const refuse = (field: string, why: string): never => {
    throw new BadInput(`${at}.${field}`, `${at}.${field}${why}`);
  };
  if (isPreference(residual)) {
    const field = within ? "within" : tolerance ? "tolerance" : "";
    if (field) refuse(field, ": what is preferred has none.");
    const { kind } = momentOf(one);
    if (kind === "always" || kind === "sometime")
      refuse("when", ": a formula is preferred at the end, at a time, or in an event.");
  }
  if (within && (within.from ?? within.to) === undefined) refuse("within", " must say from, to, or both.");
};

/**
 * A demand on a motion, and the parameters that it frees: start values (parameters that `start` uses), design
 * parameters, or `time`, the duration. One concept for all: a number (`residual`, a formula of `first.*`, `last.*` and
 * `parameters.*`, or the distance of a point of a body from a region), the set in which it must lie (zero, or `within` a band), when (at the end, where
 * `last.*` is the end; else `last.*` is the motion at the time that is meant), and how nearly (`tolerance`). One row of
 * Υ(first, last, parameters) = 0 that frees one parameter is the plain case; where it is `about` a coordinate of a body, that
 * is a target. One of all may be a preference, `{ least: formula }` or `{ most: formula }`: where fewer things are asked than
 * values are freed it chooses among the motions that meet them, in place of the least change from the guess.
 */
export interface BoundaryCondition extends Checked<typeof shape> {}

/**
 * A formula that falls to zero when an event happens: the gap of two bodies, the depth of a point in its region, or −g of a
 * formula that reaches zero.
 */
export function eventFormula(when: BoundaryCondition["when"], model: Model, at: string): Expr | undefined {
  if (typeof when !== "object") return undefined;
  if ("reaches" in when) return neg(when.reaches);
  if ("leaves" in when) return neg(regionFormula(when.leaves, model, `${at}.leaves`));
  if ("rests" in when) return restFormula(when, model, `${at}.rests`);
  return "touch" in when ? gapFormula(when.touch, model, `${at}.touch`) : undefined;
}

/** How slow is at rest, and for how long: a ball that turns round in its flight is so slow for two milliseconds. */
export function restOf({ speed = 0.01, spin = 0.1, for: lasts = 0.1 }: Omit<Checked<typeof rest>, "rests">) {
  return { speed, spin, lasts };
}

/** By how much the fastest of bodies is too fast to be at rest [m/s], a spin as its part of the speed. */
function restFormula(when: Checked<typeof rest>, { state, views }: Model, at: string): Expr {
  const { speed, spin } = restOf(when);
  const all = [when.rests].flat().flatMap((body) => {
    const own = state.filter(({ name: of }) => of.startsWith(`${body}.`));
    const fast = (unit: string): Expr =>
      norm(0, ...own.filter((one) => one.unit === unit).map((one) => last(one.name)));
    const names = (views?.bodies ?? []).map((one) => one.name);
    if (!names.includes(body) || own.length === 0) throw new BadInput(at, unknownName("body", body, names));
    return [sub(fast("m/s"), speed), mul(speed / spin, sub(fast("rad/s"), spin))];
  });
  return max(...all);
}

/** The gap between two bodies, or between a body and the world's contact of that name, of states at the end. */
function gapFormula([one, other]: readonly [string, string], model: Model, at: string): Expr {
  const contacts = model.views?.contacts ?? [];
  const found = contacts.find(
    ({ name: contact, body, core }) =>
      [`${one}-${other}`, `${other}-${one}`].includes(contact) ||
      (body === one && (core?.against ?? contact) === other) ||
      (body === other && (core?.against ?? contact) === one),
  );
  if (found === undefined && contacts.some(({ shares }) => shares?.smoothed !== undefined))
    throw new BadInput(
      at,
      `${at}: the contacts of so many bodies are told together, and none of them is an event: use reaches, with the distance of ${one} and ${other}.`,
    );
  if (found === undefined)
    throw new BadInput(
      at,
      `${at}: no contact is of ${one} and ${other}; contacts are ${folded(
        contacts.map(({ name: contact }) => contact),
        4,
      )}.`,
    );
  const gap = found.core?.gap;
  const states = new Set(model.state.map((state) => `next.${state.name}`));
  const isKnown = (leaf: string): boolean => states.has(leaf) || leaf.startsWith("parameters.");
  if (!isExpr(gap) || !leaves([gap]).every(({ name: leaf }) => isKnown(leaf)))
    throw new BadInput(at, `${at}: the gap of contact ${found.name} is no formula of states: use reaches.`);
  const ends = new Map(model.state.map((state) => [next(state.name), last(state.name)] as const));
  return substituteAll([gap], ends)[0];
}

/** As much of a problem as has conditions. */
interface Conditioned {
  readonly boundary?: readonly BoundaryCondition[];
}

const freesOf = ({ frees = [] }: Pick<BoundaryCondition, "frees">): readonly string[] => [frees].flat();

/** The parameters that conditions free, in their order. */
export const freedBy = ({ boundary = [] }: Conditioned): string[] => boundary.flatMap(freesOf);

/** The words "(frees launch.vx)" of a condition that frees something. */
export const freesText = (condition: Pick<BoundaryCondition, "frees">): string => freesOf(condition).join(", ");

/** The condition of a problem that is a preference; undefined where there is none. */
export const preferenceOf = ({ boundary = [] }: Conditioned): BoundaryCondition | undefined =>
  boundary.find(({ residual }) => isPreference(residual));

/** One condition of the plain kind: an equation at the end that frees one parameter. */
type Plain = BoundaryCondition & { readonly residual: Expr; readonly frees: string };

const isPlain = (given: BoundaryCondition): given is Plain =>
  isExpr(given.residual) &&
  typeof given.frees === "string" &&
  given.within === undefined &&
  given.tolerance === undefined &&
  (given.when ?? "end") === "end";

/** True where as many equations at the end as values are freed: those are solved to rounding, everything else as least squares. */
export const isSquare = ({ boundary = [] }: Conditioned): boolean => boundary.every(isPlain);

/** A demand that frees nothing and that no motion may break at any time, or in a span of times. */
const isLimit = ({ residual, within, tolerance, ...given }: BoundaryCondition): boolean =>
  freesOf(given).length === 0 &&
  !isPreference(residual) &&
  (within !== undefined || !isExpr(residual)) &&
  tolerance === undefined &&
  momentOf(given).kind === "always";

/** True where all else than as many equations at the end as values are freed is a limit: motions to an accuracy know these. */
export const isLimited = ({ boundary = [] }: Conditioned): boolean =>
  boundary.every((given) => isPlain(given) || isLimit(given));

/** Conditions with the equations first, where what else there is are limits. */
export const equationsFirst = (boundary: readonly BoundaryCondition[]): readonly BoundaryCondition[] =>
  isLimited({ boundary }) ? [...boundary.filter(isPlain), ...boundary.filter((given) => !isPlain(given))] : boundary;

/** Equations at the end, without those of other kinds. */
export const equationsOf = ({ boundary = [] }: Conditioned): (BoundaryCondition & { readonly residual: Expr })[] =>
  boundary.flatMap((given) => {
    const { residual, within, when = "end" } = given;
    return isExpr(residual) && within === undefined && when === "end" ? [{ ...given, residual }] : [];
  });

/** One formula of a condition: it must be zero, or at most zero, or as small as these let it be. */
export interface ConditionRow {
  /** Which condition, counted from 0. */
  readonly condition: number;
  readonly residual: Expr;
  readonly must: "be-zero" | "not-exceed-zero" | "be-least";
  /** True of the row that is not above zero from an event on, in which its condition is looked at. */
  readonly isEvent?: boolean;
}

/**
 * The rows of conditions: one for each, two for a band with two ends, and one for the event in which it is looked at. A body's
 * place is written in by the model.
 * @throws {BadInput} naming the field of a region or of an event that does not fit the model.
 */
export function conditionRows(boundary: readonly BoundaryCondition[], model: Model): ConditionRow[] {
  return boundary.flatMap(({ residual, within, when }, i): ConditionRow[] => {
    const event = eventFormula(when, model, `boundary[${i}].when`);
    const ofEvent =
      event === undefined ? [] : [{ condition: i, residual: event, must: "not-exceed-zero", isEvent: true } as const];
    const row = (e: Expr, must: ConditionRow["must"]): ConditionRow => ({ condition: i, residual: e, must });
    if (isPreference(residual))
      return [row("least" in residual ? residual.least : neg(residual.most), "be-least"), ...ofEvent];
    const at = `boundary[${i}].residual`;
    if (!isExpr(residual) && within === undefined)
      return [...regionSides(residual, model, at).map((side) => row(side, "not-exceed-zero")), ...ofEvent];
    const value = isExpr(residual) ? residual : regionFormula(residual, model, at);
    const { from, to } = within ?? {};
    if (from === undefined && to === undefined) return [row(value, "be-zero"), ...ofEvent];
    return [
      ...(from === undefined ? [] : [row(sub(from, value), "not-exceed-zero")]),
      ...(to === undefined ? [] : [row(sub(value, to), "not-exceed-zero")]),
      ...ofEvent,
    ];
  });
}

/** When a condition is looked at, in one form. */
export interface Moment {
  readonly kind: "end" | "at" | "always" | "sometime" | "event";
  /** The name of the time that is found; conditions of some time with the same one hold at the same time. */
  readonly label: string;
  /** Formulas of parameters [s]. */
  readonly from: Scalar;
  readonly to: Scalar;
}

/** The moment that a condition means. */
export function momentOf({ when = "end" }: Pick<BoundaryCondition, "when">): Moment {
  const span = { label: "", from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  if (typeof when === "string") return { ...span, kind: when };
  if (isEvent(when)) {
    const { from = span.from, to = span.to, name: label = "" } = when as Checked<typeof events>;
    return { kind: "event", label, from, to };
  }
  if ("at" in when) return { ...span, kind: "at", from: when.at, to: when.at };
  const { from = span.from, to = span.to } = when;
  if ("sometime" in when) return { kind: "sometime", label: when.sometime, from, to };
  return { ...span, kind: "always", from, to };
}
