import type { Model } from "../../../mechanics/model.js";
import type { Result } from "../../../motion/result.js";
import type { ContactMotion } from "../../motion-view/motion.js";
import type { Values } from "./figures.js";

/** A motion to be drawn, and the grid points that are kept of it. */
export interface Drawing {
  readonly result: Result;
  readonly model: Model;
  readonly contacts: readonly ContactMotion[];
  readonly kept: readonly number[];
  readonly pick: (column: ArrayLike<number>) => Values;
}
