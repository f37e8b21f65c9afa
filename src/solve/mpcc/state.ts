import type { Status } from "../mcp.js";
import type { Polish } from "./active-set.js";
import type { Barrier } from "./barrier.js";
import type { Kkt } from "./kkt.js";

export interface MpccSettings {
  /** Largest natural residual of the KKT conditions. */
  readonly tolerance?: number;
  /** Barrier steps over all penalties. */
  readonly maxIterations?: number;
  /** First barrier parameter: small where the start is nearly a solution. */
  readonly mu?: number;
  /** First penalty of complementarity, in units of the cost. */
  readonly rho?: number;
  /** The start, its multipliers behind it, is so near a solution that the polish is tried before the barrier. */
  readonly warm?: boolean;
}

export const defaults: Required<MpccSettings> = {
  tolerance: 1e-9,
  maxIterations: 300,
  mu: 0.1,
  rho: 10,
  warm: false,
};

/** A search for a minimum on its way. */
export interface MpccState {
  readonly settings: Required<MpccSettings>;
  readonly barrier: Barrier;
  readonly kkt: Kkt;
  readonly penalty: PenaltyProgress;
  iteration: number;
  status: Status | undefined;
  polish: Polish | undefined;
  /** A start from which the polish has yet to be tried. */
  untried: Float64Array | undefined;
}

/** The success of larger penalties: what the pairs violated when the last one came, and how often that has not helped. */
export interface PenaltyProgress {
  complementarity: number;
  useless: number;
  /** The end of a search that began anew because larger penalties did not help, unless it finds a minimum. */
  trap: Trap | undefined;
}

export interface Trap {
  readonly status: Status;
  readonly polish: Polish | undefined;
  readonly zy: Float64Array;
  readonly rho: number;
}
