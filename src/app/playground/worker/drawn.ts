import { tally } from "../../drafts/ask/tally.js";
import type { Draft } from "../../drafts/draft.js";
import { problemOfDraft } from "../../drafts/problem-of-draft.js";
import type { Found } from "../../run/found.js";
import type { ProblemInfo } from "../messages.js";
import { infoOf } from "./info.js";

/** A drawn problem as a page knows it: what can be run of it, or why nothing can. */
export type Drawn = { readonly info: ProblemInfo } & (
  | { readonly found: Found }
  | { readonly found?: undefined; readonly fault: string }
);

/**
 * A problem of a draft. One whose conditions cannot be met as they are counted is simulated and never solved: without its
 * conditions every motion would be a solution.
 * @throws {BadInput} for what is no draft.
 */
export function drawnProblem(name: string, draft: Draft): Drawn {
  const {
    faults: [fault],
  } = tally(draft);
  const asked = draft.ask.free.length + draft.ask.hold.length > 0;
  if (draft.bodies.length === 0 && fault !== undefined) return { info: nothing(draft), fault };
  const problem = problemOfDraft(fault === undefined ? draft : { ...draft, ask: { ...draft.ask, free: [], hold: [] } });
  const found: Found = { problem, source: { data: name } };
  const info = infoOf(found);
  const solvable = asked && fault === undefined;
  return { found, info: solvable ? info : { ...info, verb: "simulate", verbs: ["simulate"] } };
}

const nothing = ({ title }: Draft): ProblemInfo => ({
  name: "draft",
  title,
  verb: "simulate",
  verbs: ["simulate"],
  parameters: [],
  conditions: [],
  values: {},
  varies: [],
  launches: false,
  starts: [],
});
