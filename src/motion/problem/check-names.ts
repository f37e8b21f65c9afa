import type { Stepwise } from "../../algebra/stepwise.js";
import { unknownName } from "../../checks/words.js";
import { isExpr, leaves, type Scalar } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";
import { coordinateOf } from "../../mechanics/views.js";
import { conditionRows, momentOf } from "./condition.js";
import { writeValues } from "./objective.js";
import { BadInput, type BoundaryCondition, type Problem } from "./problem.js";

/** Names that formulas may use, listed by what stands before their first dot; leaves without a dot are under "". */
type Known = Readonly<Record<string, readonly string[]>>;

/**
 * The names that the formulas of a problem refer to: states, inputs and parameters that are there. Formulas of values may use
 * columns, which only the step's own formulas tell: see `checkValues`.
 * @throws {BadInput} naming the field, and the nearest name that there is.
 */
export function* checkNames(problem: Problem, model: Model, parameters: readonly string[]): Stepwise<void> {
  const states = model.state.map(({ name }) => name);
  const inside = model.inside.map(({ name }) => name);
  const { start, inputs = {}, boundary = [] } = problem;
  checkObjective(problem, {
    now: states,
    next: states,
    first: states,
    last: states,
    inside,
    inputs: Object.keys(inputs),
    parameters,
    "": ["t", "h"],
  });
  for (const name of model.parameters)
    if (!parameters.includes(name))
      throw new BadInput(
        "parameters",
        `The model ${model.name} needs a parameter ${name}, which the problem does not declare.`,
      );
  for (const name of model.inputs)
    if (!Object.hasOwn(inputs, name))
      throw new BadInput("inputs", `The model ${model.name} needs an input ${name}, which the problem does not give.`);
  for (const [name, given] of Object.entries(inputs)) checkInput(name, given, model, parameters);
  for (const name of states)
    if (!Object.hasOwn(start, name)) throw new BadInput("start", `The state ${name} has no start value.`);
  const known = new Set(states);
  const strange = Object.keys(start).filter((name) => !known.has(name));
  const others = yield* otherStates(problem, strange);
  for (const [name, value] of Object.entries(start)) {
    if (!known.has(name) && !others.has(name)) throw new BadInput("start", unknownName("state", name, states));
    checkLeaves("start", `The start value of ${name}`, [value], { parameters });
  }
  for (const { condition, residual } of conditionRows(boundary, model))
    checkLeaves("boundary", `Condition ${boundary[condition].name}`, [residual], {
      first: states,
      last: states,
      parameters,
    });
  for (const condition of boundary) {
    const { from, to } = momentOf(condition);
    checkLeaves("boundary", `The time of condition ${condition.name}`, [from, to], { parameters });
  }
  boundary.forEach((condition, i) => {
    checkAbout(`boundary[${i}].about`, condition, model);
  });
  problem.objective?.constraints?.forEach((condition, i) => {
    checkAbout(`objective.constraints[${i}].about`, condition, model);
  });
}

/** States of the forms of a model that a choice decides, until all that are wanted are found: a start may give those of each. */
function* otherStates({ model, parameters }: Problem, wanted: readonly string[]): Stepwise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (typeof model !== "function") return found;
  const declared = Object.entries(parameters).flatMap(([name, { choices }]) =>
    choices ? [[name, choices] as const] : [],
  );
  const forms = declared.reduce<readonly Readonly<Record<string, string>>[]>(
    (all, [name, choices]) => all.flatMap((form) => choices.map((choice) => ({ ...form, [name]: choice }))),
    [{}],
  );
  for (const form of forms) {
    if (wanted.every((name) => found.has(name))) break;
    for (const { name } of model((choice) => form[choice]).state) found.add(name);
    yield;
  }
  return found;
}

/** A condition is about a body of the model, and about a coordinate that the body has. */
function checkAbout(field: string, { about }: Pick<BoundaryCondition, "about">, { views }: Model): void {
  if (about === undefined) return;
  const bodies = views?.bodies ?? [];
  const body = bodies.find(({ name }) => name === about.body);
  if (body === undefined)
    throw new BadInput(
      `${field}.body`,
      unknownName(
        "body",
        about.body,
        bodies.map(({ name }) => name),
      ),
    );
  if (coordinateOf(body, about.coordinate) === undefined)
    throw new BadInput(`${field}.coordinate`, `${body.name} moves in the plane: it has no ${about.coordinate}.`);
}

function checkInput(
  name: string,
  given: NonNullable<Problem["inputs"]>[string],
  model: Model,
  parameters: readonly string[],
): void {
  const timed = { "": ["step", "t"], parameters };
  if (isExpr(given)) {
    checkLeaves("inputs", `The input ${name}`, [given], timed);
    return;
  }
  if (!model.inputs.includes(name))
    throw new BadInput("inputs", `The control ${name} drives nothing: ${unknownName("input", name, model.inputs)}`);
  const { min = 0, max = 0, rate = 0, guess = 0 } = given;
  checkLeaves("inputs", `The range of the control ${name}`, [min, max, rate], { parameters });
  checkLeaves("inputs", `The guess of the control ${name}`, [guess], timed);
}

function checkObjective(problem: Problem, { first, last, parameters, ...ofStep }: Known): void {
  const { cost, constraints = [], stage, path = [] } = problem.objective ?? {};
  const ends = { first: first, last: last, parameters: parameters };
  const [costFormula, ...conditions] = writeValues(problem, [
    cost ?? 0,
    ...constraints.map(({ residual }) => residual),
  ]);
  checkLeaves("objective.cost", "objective.cost", [costFormula], ends);
  constraints.forEach(({ name }, i) => {
    checkLeaves("objective.constraints", `The constraint ${name}`, [conditions[i]], ends);
  });
  const step = { ...ofStep, parameters: parameters };
  checkLeaves("objective.stage", "objective.stage", [stage ?? 0], step);
  for (const { name, residual } of path) checkLeaves("objective.path", `The condition ${name}`, [residual], step);
}

/**
 * The names that values refer to: columns of the trajectory.
 * @throws {BadInput} naming the value, and the nearest name that there is.
 */
export function checkValues(
  { values, boundary = [] }: Problem,
  { state, inside, inputs }: Model,
  observed: readonly string[],
  parameters: readonly string[],
): void {
  const states = state.map(({ name }) => name);
  const columns = [...states, ...inside.map(({ name }) => name), ...inputs, ...observed];
  for (const [name, { of }] of Object.entries(values)) {
    if (isExpr(of)) checkLeaves("values", `The value ${name}`, [of], { first: states, last: columns, parameters });
    else if ("timeOf" in of) checkTime(name, of.timeOf, boundary);
    else if (!columns.includes(of.column))
      throw new BadInput("values", `The value ${name}: ${unknownName("column", of.column, columns)}`);
  }
}

/** A value is the time of a condition at some time. */
function checkTime(value: string, label: string, boundary: NonNullable<Problem["boundary"]>): void {
  const labels = boundary
    .map(momentOf)
    .flatMap(({ kind, label: own }) => (kind === "sometime" || (kind === "event" && own !== "") ? [own] : []));
  if (!labels.includes(label))
    throw new BadInput("values", `The value ${value}: ${unknownName("time of a condition", label, labels)}`);
}

function checkLeaves(field: string, where: string, formulas: readonly Scalar[], known: Known): void {
  const whole = (space: string): string[] => known[space].map((name) => (space === "" ? name : `${space}.${name}`));
  for (const { name: leaf } of leaves(formulas.filter(isExpr))) {
    const space = leaf.slice(0, Math.max(leaf.indexOf("."), 0));
    const name = leaf.slice(leaf.indexOf(".") + 1);
    const names = Object.hasOwn(known, space) ? known[space] : undefined;
    if (names?.includes(name)) continue;
    const unknown =
      space === "parameters"
        ? unknownName("parameter", name, names ?? [])
        : unknownName("leaf", leaf, names === undefined ? Object.keys(known).flatMap(whole) : whole(space));
    throw new BadInput(field, `${where}: ${unknown}`);
  }
}
