import type { NearPairs } from "../../../geometry/near-pairs.js";
import type { StepVerdict } from "../many/many-step.js";
import type { FullSteps } from "./full-steps.js";
import type { Gathered } from "./gather.js";
import type { BodyInputs, SolidIsland } from "./island.js";
import type { SolidWorld } from "./world.js";

/** Many solids with the memory of their steps. */
export interface SolidStep {
  readonly world: SolidWorld;
  /** Of the kernels of each body; next velocities stand here when a step is solved. */
  readonly inputs: BodyInputs;
  readonly contacts: Gathered;
  readonly space: {
    readonly near: NearPairs;
    readonly points: Float64Array;
    /** Room for the motion of each body in a step [m], and its reach with it. */
    readonly room: Float64Array;
    readonly reach: Float64Array;
  };
  /** Islands of the last step by their first body. */
  islands: Map<number, SolidIsland>;
  readonly full: FullSteps;
  readonly verdict: StepVerdict;
}
