import type { Stepwise } from "../../../algebra/stepwise.js";
import { compiledRows, type RowKernel } from "../../../expr/compile.js";
import type { Expr } from "../../../expr/expr.js";
import type { SolidKind, Solids, SpaceSizes } from "../../../mechanics/assembly.js";
import { inputPlaces } from "../../../mechanics/solids/solid-kinds.js";
import { type AssemblyKernel, inParts, type Lazy } from "../../compile/step.js";
import { bodyFormulas } from "./world.js";

/** Deformations of a contact. */
export const deformations = 3;

/** By all inputs, or by all but the numbers of the shapes: those are half of the work. */
interface KindSlopes {
  readonly shaped: Lazy<RowKernel>;
  readonly unshaped: Lazy<RowKernel>;
}

const ofKinds = new WeakMap<SolidKind, KindSlopes>();

/** Rows of the unknowns of a contact, momenta of its two, and its deformations at the end of a step: their slopes where they stand. */
function kindSlopes(kind: SolidKind): KindSlopes {
  const { inputs, rows, end, unknowns } = kind;
  const known = ofKinds.get(kind);
  if (known !== undefined) return known;
  const by = (columns: readonly Expr[]): Lazy<RowKernel> =>
    inParts(() => compiledRows(inputs, columns, [...rows, ...end.slice(0, deformations)]));
  const made = { shaped: by(inputs), unshaped: by(inputs.slice(0, inputPlaces(unknowns.length).shapes)) };
  ofKinds.set(kind, made);
  return made;
}

/** The slopes of each kind of contact, by the numbers of its shapes, too, where a freed value moves those of any of its contacts. */
export function contactSlopes(
  { slopes }: AssemblyKernel,
  { kinds, contacts }: Solids,
): ReadonlyMap<SolidKind, Lazy<RowKernel>> {
  const moved = new Set(slopes().pattern.row);
  const isShaped = kinds.map(() => false);
  for (const { kind, numbers } of contacts.flat()) {
    const { inputs, unknowns } = kinds[kind];
    for (let i = inputPlaces(unknowns.length).shapes, k = numbers; i < inputs.length; i++, k++)
      if (moved.has(k)) isShaped[kind] = true;
  }
  return new Map(kinds.map((kind, k) => [kind, kindSlopes(kind)[isShaped[k] ? "shaped" : "unshaped"]]));
}

const ofBodies: { [space in SpaceSizes["space"]]?: Lazy<RowKernel> } = {};

/** Newton–Euler rows of any body and its next pose, by all inputs. */
export function bodySlopes(space: SpaceSizes["space"]): Lazy<RowKernel> {
  ofBodies[space] ??= inParts(() => {
    const { inputs, rows, pose } = bodyFormulas(space);
    return compiledRows(inputs, inputs, [...rows, ...pose]);
  });
  return ofBodies[space];
}

/** Compiles in parts the kernels that only slopes ask for. */
export function* preparedSlopes(kernel: AssemblyKernel, solids: Solids): Stepwise<void> {
  for (const slopes of [bodySlopes(solids.sizes.space), ...contactSlopes(kernel, solids).values()])
    yield* slopes.parts();
}
