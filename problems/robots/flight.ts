/** Shared by problems: a ball that is let go at the end of a motion, and shown on its way to the target. */
import type { Model } from "bankshot";
import type { Flight } from "bankshot/solvers";

/** The model with a body that is thrown at the end of its motions. */
export const thrown = (model: Model, body: string, flies: Flight): Model => ({
  ...model,
  views: {
    ...model.views,
    bodies: (model.views?.bodies ?? []).map((one) => (one.name === body ? { ...one, flies } : one)),
  },
});
