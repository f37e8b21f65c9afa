import { fromTriplets } from "../../../algebra/sparse.js";
import type { Stepwise } from "../../../algebra/stepwise.js";
import { type Mcp, naturalResidual, naturalRow } from "../../../solve/mcp.js";
import { type NewtonState, newton } from "../../../solve/newton/newton.js";
import { goOn } from "../../../solve/newton/run.js";
import type { Motion } from "../../compile/path.js";
import type { Setup } from "../../compile/setup.js";
import type { Contacts, There } from "./near.js";
import type { Presence, Standing } from "./presence.js";
import { evaluated, type HorizonRows, horizonRows, load, loadParameters, pack, stepsAtOnce, unpack } from "./rows.js";
import { namesOf } from "./stack.js";

/** Contacts that are apart follow from where bodies are: few iterations, or they are not apart. */
const maxIterations = 25;

/** A motion of which contacts were left out: which are there, and what stands of them. */
interface LeftOut {
  readonly contacts: Contacts;
  readonly there: There;
  readonly presence: Presence;
}

/** How a motion is to be checked: as an answer, or as one that is none anyway, and to which residual. */
interface Asked {
  readonly isSolved: boolean;
  readonly tolerance: number;
}

/** The residual of all rows of a motion, and the contacts that must be there, too; `everything` where nobody knows which. */
interface Checked {
  readonly residual: number;
  readonly missed?: There | "everything";
}

/**
 * Judges a motion without some of its contacts by the rows of all: what was left out is computed from where the bodies are, and
 * written into the path; a contact that pushes, or whose rows are not solved, is missed.
 */
export function* checked(
  setup: Setup,
  motion: Motion,
  without: LeftOut,
  { isSolved, tolerance }: Asked,
): Stepwise<Checked> {
  const { there } = without;
  const rows = horizonRows({ ...setup, parameters: motion.parameters });
  const names = namesOf(rows);
  const z = pack(rows, motion.path, motion.parameters);
  const values = new Float64Array(z.length);
  const left = function* (): Stepwise<number> {
    yield* evaluated(rows, z, values);
    return naturalResidual(names, z, values);
  };
  const residual = yield* left();
  if (residual <= tolerance) return { residual };
  const missed = yield* filled(rows, z, without, tolerance);
  yield* unpack(rows, z, motion.path);
  if (missed.includes(1)) {
    return { residual, missed: missed.map((flag, i) => flag | there[i]) };
  }
  const after = yield* left();
  return isSolved && !(after <= tolerance) ? { residual: after, missed: "everything" } : { residual: after };
}

/** Computes what is left out of each step, into z, and tells who is missed. */
function* filled(
  rows: HorizonRows,
  z: Float64Array,
  { contacts, there, presence: { lists, of } }: LeftOut,
  tolerance: number,
): Stepwise<There> {
  const missed = new Uint8Array(there.length);
  const { compiled, size, frame } = rows;
  const { block, defined, observed, layout } = compiled.kernels;
  const { count } = size;
  const kernel = block.rows();
  const values = new Float64Array(block.unknowns.length);
  const definitions = new Float64Array(defined.at.length);
  const insides = [...defined.at.keys()].filter((i) => defined.at[i] >= layout.inside);
  const pushes = observed.pushes();
  const forces = new Float64Array(pushes.outputs);
  const parts = lists.map((list) => partOf(rows, list));
  const atOnce = stepsAtOnce(kernel);
  loadParameters(rows, z);
  for (let k = 0; k < count; k++) {
    if (k % atOnce === 0) yield;
    const { unknowns, mcp, settle } = parts[of[k]];
    const { away } = lists[of[k]];
    if (unknowns.length === 0) continue;
    load(rows, k, z);
    const here = size.at[k];
    const answer = settle(
      Float64Array.from(unknowns, (i) => z[here + i]),
      tolerance,
    );
    unknowns.forEach((i, p) => {
      z[here + i] = answer[p];
      frame[block.at[i]] = answer[p];
    });
    kernel.residual(frame, values);
    unknowns.forEach((i, p) => {
      const row = naturalRow(answer[p], mcp.lower[p], mcp.upper[p], values[i]);
      if (!(Math.abs(row) <= tolerance)) missed[contacts.of[i] * count + k] = 1;
    });
    defined.kernel().run(frame, definitions);
    for (const i of insides) if (!block.at.includes(defined.at[i])) frame[defined.at[i]] = definitions[i];
    pushes.run(frame, forces);
    forces.forEach((force, i) => {
      const c = contacts.pushing[i];
      if (c >= 0 && away[c] === 1 && !(force <= tolerance)) missed[c * count + k] = 1;
    });
  }
  return missed;
}

/** The rows of a step that a list leaves out, with all else of the step as it is in the frame. */
interface Part {
  readonly unknowns: Int32Array;
  readonly mcp: Mcp;
  /** The answer nearest to a start, or how near a Newton came to one. */
  settle(start: Float64Array, tolerance: number): Float64Array;
}

function partOf({ compiled, frame }: HorizonRows, { unknowns: standing }: Standing): Part {
  const { layout, block } = compiled.kernels;
  const kernel = block.rows();
  const { row, col } = kernel.pattern;
  const width = block.unknowns.length;
  const stands = new Set(standing);
  const unknowns = Int32Array.from(block.unknowns.keys()).filter((i) => !stands.has(i));
  const place = new Map(Array.from(unknowns, (i, p) => [i, p] as const));
  const entries = [...row.keys()].filter((p) => place.has(row[p]) && place.has(col[p] - layout.states));
  const size = unknowns.length;
  const rowsOf = entries.map((p) => place.get(row[p]) ?? 0);
  const columnsOf = entries.map((p) => place.get(col[p] - layout.states) ?? 0);
  const numbers = fromTriplets([size, size], rowsOf, columnsOf, [...entries.keys()]);
  const from = Int32Array.from(numbers.values, (t) => entries[t]);
  const values = new Float64Array(width);
  const slopes = new Float64Array(row.length);
  const of = (i: number) => block.unknowns[i];
  const mcp: Mcp = {
    name: (p) => of(unknowns[p]).name,
    lower: Float64Array.from(unknowns, (i) => of(i).lower ?? Number.NEGATIVE_INFINITY),
    upper: Float64Array.from(unknowns, (i) => of(i).upper ?? Number.POSITIVE_INFINITY),
    scale: Float64Array.from(unknowns, (i) => of(i).scale),
    pattern: numbers,
    evaluate(z, residual, jacobian) {
      for (let p = 0; p < size; p++) frame[block.at[unknowns[p]]] = z[p];
      if (jacobian === undefined) kernel.residual(frame, values);
      else kernel.jacobian(frame, values, slopes);
      for (let p = 0; p < size; p++) residual[p] = values[unknowns[p]];
      if (jacobian !== undefined) for (let q = 0; q < from.length; q++) jacobian[q] = slopes[from[q]];
      return true;
    },
  };
  let memory: NewtonState | undefined;
  const residual = new Float64Array(size);
  return {
    unknowns,
    mcp,
    settle(start, tolerance) {
      mcp.evaluate(start, residual);
      if (naturalResidual(mcp, start, residual) <= tolerance) return start;
      const solver = newton({ tolerance, maxIterations });
      memory = solver.init(mcp, start, memory);
      goOn(solver, memory, {});
      return memory.iterate.z.slice();
    },
  };
}
