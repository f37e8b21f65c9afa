import { anything, fields, formula, listOf, name, recordOf } from "../../checks/fields.js";
import { unknownName } from "../../checks/words.js";
import { type Expr, leaves } from "../../expr/expr.js";
import { assemblyColumns } from "../../mechanics/assembly.js";
import type { Model, Stage } from "../../mechanics/model.js";
import { BadInput } from "../problem/problem.js";

const shape = fields(
  {
    rows: listOf(fields({ unknown: name, residual: formula }, { pair: anything })),
    pairs: listOf(fields({ name, a: formula, b: formula }, { contact: name })),
    observe: recordOf(formula),
  },
  { defines: recordOf(formula), guesses: anything, program: anything, assembly: anything, complementarity: anything },
);

/**
 * The formulas of a step: that they are there, and use leaves of the frame only; and that what is observed is not called
 * as something that the trajectory has a column of already.
 * @throws {BadInput} naming the formula, and the nearest leaf that there is.
 */
export function checkStage(model: Model, stage: Stage, frame: readonly Expr[]): void {
  shape(stage, "model.step");
  const { rows, defines = {}, pairs, observe, program, assembly } = stage;
  const formulas: (readonly [string, readonly Expr[]])[] = [
    ...rows.map(({ unknown, residual }) => [`row of ${unknown}`, [residual]] as const),
    ...Object.entries(defines).map(([unknown, of]) => [`definition of ${unknown}`, [of]] as const),
    ...pairs.map(({ name, a, b }) => [`pair ${name}`, [a, b]] as const),
    ...Object.entries(observe).map(([column, of]) => [`observation ${column}`, [of]] as const),
    ...(program === undefined ? [] : [["program", [...program.data, ...program.drift]] as const]),
    ...(assembly === undefined ? [] : [["assembly", assembly.numbers] as const]),
  ];
  const known = new Set(frame);
  // all at once: formulas share their parts
  const foreign = leaves(formulas.flatMap(([, es]) => es)).find((leaf) => !known.has(leaf));
  if (foreign !== undefined) {
    const [where] = formulas.find(([, es]) => leaves(es).includes(foreign)) ?? ["step"];
    const unknown = unknownName(
      "leaf",
      foreign.name,
      frame.map(({ name }) => name),
    );
    throw new BadInput("model", `The ${where} of the model ${model.name}: ${unknown}`);
  }
  const columns = new Set([...model.state, ...model.inside].map(({ name }) => name).concat(model.inputs));
  const observed = observedNames(stage);
  const twice = observed.find((column) => columns.has(column));
  if (twice !== undefined)
    throw new BadInput("model", `The model ${model.name} observes ${twice}, which is one of its unknowns or inputs.`);
  checkViews(model, [...columns, ...observed]);
}

/** The columns that a step observes besides its unknowns and inputs. */
export const observedNames = ({ observe, assembly }: Stage): string[] => [
  ...Object.keys(observe),
  ...(assembly === undefined ? [] : assemblyColumns),
];

/** A view may only name columns that there are: a certificate would else look at nothing. */
function checkViews({ name, views: { contacts = [], bodies = [], footprints = [] } = {} }: Model, columns: string[]) {
  const known = new Set(columns);
  const named = [
    ...contacts.map(
      (contact) => [contact.name, Object.values({ ...contact.columns, ...contact.shares }).flat()] as const,
    ),
    ...bodies.map(
      (body) => [body.name, [body.position, body.orientation ?? [], body.quaternionNorm ?? []].flat()] as const,
    ),
    ...footprints.map((footprint) => [footprint.contact, Object.values(footprint.columns).flat()] as const),
  ];
  for (const [of, names] of named) {
    const missing = names.find((column) => !known.has(column));
    if (missing !== undefined)
      throw new BadInput("model", `The view of ${of} of the model ${name}: ${unknownName("column", missing, columns)}`);
  }
}
