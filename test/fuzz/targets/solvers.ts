import fc from "fast-check";
import { type AnyTarget, asAny } from "../target.js";
import { doors } from "./solvers/doors.js";
import { leastSquaresTarget } from "./solvers/least-squares.js";
import { linear } from "./solvers/linear.js";
import { mcps } from "./solvers/mcps.js";
import { miqps } from "./solvers/miqps.js";
import { mpccs } from "./solvers/mpccs.js";

const kinds: readonly { readonly weight: number; readonly of: AnyTarget }[] = [
  { weight: 8, of: mcps },
  { weight: 1, of: miqps },
  { weight: 10, of: linear },
  { weight: 1, of: mpccs },
  { weight: 10, of: leastSquaresTarget },
  { weight: 6, of: doors },
];

const cases = fc.oneof(
  ...kinds.map(({ weight, of }, kind) => ({ weight, arbitrary: of.cases.map((one) => ({ kind, one })) })),
);

/** Every solver, one after the other; each judge is in a file of its own. */
export const solvers = asAny({
  about: "solvers",
  limit: Math.max(...kinds.map(({ of }) => of.limit)),
  cases,
  // what is claimed of one kind is another claim than of the next
  judge: async ({ kind, one }) => {
    const { about, judge } = kinds[kind].of;
    const { outcome, ...rest } = await judge(one);
    return { outcome: `${about} ${outcome}`, ...rest };
  },
});
