import { finish, type Stepwise } from "../../../algebra/stepwise.js";
import type { Mcp } from "../../../solve/mcp.js";
import type { Path } from "../../compile/path.js";
import type { Setup } from "../../compile/setup.js";
import type { Steps } from "../../problem/grid.js";
import { placesOf } from "./places.js";
import type { Presence } from "./presence.js";
import { eachUnknown, evaluated, type HorizonRows, horizonRows, pack, rowName, setNumbers, unpack } from "./rows.js";

/**
 * The whole horizon as one Mcp. Unknowns: the start state, then for every step its block (states and, where they are
 * not condensed, insides), then the freed parameters. Rows: start values, the steps' rows, and Υ(first, last) = 0,
 *
 *     first − start(p) = 0,   F(block_k; state_{k−1}, p) = 0 for k = 1 … N,   Υ(state_0, state_N, p) = 0.
 *
 * The freed parameters come last, so that each is one bordered column of every block. Of contacts that are left out of a step
 * neither unknowns nor rows are there.
 */
export interface Stack {
  readonly mcp: Mcp;
  /** Sets the numbers that may change between solves on one grid; unknowns that are absent have their values of the path. */
  setNumbers(parameters: Float64Array, steps: Steps, held?: Path): void;
  /** The unknowns that a path and freed parameters make. */
  pack(path: Path, parameters: Float64Array): Float64Array;
  /** The path of a solution; condensed insides are computed from their definitions. */
  unpack(z: Float64Array, path: Path): Stepwise<void>;
  /** Freed parameters of a solution, written into `parameters`. */
  freed(z: Float64Array, parameters: Float64Array): void;
}

/** Builds the whole horizon of a problem with its numbers: pattern and names once, numbers at every `setNumbers`. */
export const stack = (setup: Setup, presence?: Presence): Stack => finish(stacked(setup, presence));

/** `stack` in parts. */
export function* stacked(setup: Setup, presence?: Presence): Stepwise<Stack> {
  const rows = horizonRows(setup, presence);
  const { freed } = setup.compiled;
  const { pattern, places } = yield* placesOf(rows);
  const filled = (jacobian?: Float64Array) => jacobian && { places, jacobian };
  return {
    mcp: {
      ...namesOf(rows),
      scale: scalesOf(rows),
      pattern,
      evaluate: (z, residual, jacobian) => finish(evaluated(rows, z, residual, filled(jacobian))),
      evaluating: (z, residual, jacobian) => evaluated(rows, z, residual, filled(jacobian)),
    },
    setNumbers: (values, grid, held) => setNumbers(rows, values, grid, held),
    pack: (path, values) => pack(rows, path, values),
    unpack: (z, path) => unpack(rows, z, path),
    freed(z, values) {
      for (let j = 0; j < freed.length; j++) values[freed[j]] = z[rows.size.border + j];
    },
  };
}

/** Names and bounds of the unknowns of a horizon. */
export const namesOf = (rows: HorizonRows) => ({
  name: rowName(rows),
  lower: eachUnknown(rows, Number.NEGATIVE_INFINITY, ({ lower }) => lower),
  upper: eachUnknown(rows, Number.POSITIVE_INFINITY, ({ upper }) => upper),
});

function scalesOf(rows: HorizonRows): Float64Array {
  const scale = eachUnknown(rows, 1, (unknown) => unknown.scale);
  rows.compiled.model.state.forEach((unknown, i) => {
    scale[i] = unknown.scale;
  });
  return scale;
}
