import type { Stepwise } from "../../../algebra/stepwise.js";
import { compiledRows, type RowKernel } from "../../../expr/compile.js";
import type { SolidKind, Solids, SpaceSizes } from "../../../mechanics/assembly.js";
import { inParts, type Lazy } from "../../compile/step.js";
import { bodyFormulas } from "./world.js";

/** Deformations of a contact. */
export const deformations = 3;

const ofKinds = new WeakMap<SolidKind, Lazy<RowKernel>>();

/** Rows of the unknowns of a contact, momenta of its two, and its deformations at the end of a step: by all inputs. */
export function contactSlopes(kind: SolidKind): Lazy<RowKernel> {
  const { inputs, rows, end } = kind;
  const kernel =
    ofKinds.get(kind) ?? inParts(() => compiledRows(inputs, inputs, [...rows, ...end.slice(0, deformations)]));
  ofKinds.set(kind, kernel);
  return kernel;
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
export function* preparedSlopes({ kinds, sizes }: Solids): Stepwise<void> {
  yield* bodySlopes(sizes.space).parts();
  for (const kind of kinds) yield* contactSlopes(kind).parts();
}
