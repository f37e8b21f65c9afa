import { brief, unitText } from "../motion-view/numbers.js";
import type { Verb } from "../run/choice.js";
import { type Answer, isGood } from "./messages.js";
import { type State, verbOf } from "./state.js";

/** One word for what the page shows, and whether it is good news. */
export interface Verdict {
  readonly kind:
    | "simulated"
    | "solved"
    | "designed"
    | "missed"
    | "failed"
    | "stale"
    | "coarse"
    | "cancelled"
    | "not run";
  readonly tone: "good" | "bad" | "quiet";
  /** The badge's words: the kind, and by how much something is missed. */
  readonly text: string;
  /** One or two sentences that say more; "" where the word says all. */
  readonly why: string;
}

const done: Readonly<Record<Verb, "solved" | "simulated" | "designed">> = {
  solve: "solved",
  simulate: "simulated",
  design: "designed",
};

/** The state of what is shown, in the order in which it matters: never two of them; undefined while there is nothing to say. */
export function verdictOf(state: State): Verdict | undefined {
  const { answer, refusal, ended, current, work } = state;
  if (refusal !== undefined) {
    const kept = answer === undefined ? "" : " The scene keeps the last motion.";
    return { kind: "not run", tone: "bad", text: "not run", why: `${refusal.message}${kept}` };
  }
  if (answer === undefined) return work.kind === "idle" ? notYet(state) : undefined;
  // what a coarser grid misses the full one may meet
  if (ended?.preview === true)
    return {
      kind: "coarse",
      tone: "quiet",
      text: "coarse",
      why: "A preview on a coarser grid found nothing here; the full answer comes after.",
    };
  if (ended !== undefined) return { ...endOf(ended), why: keptText(ended) };
  const picked = answer.verb !== verbOf(state);
  if (!current && !picked) return stale(state);
  if (answer.preview === true)
    return {
      kind: "coarse",
      tone: "quiet",
      text: "coarse",
      why: "A preview on a coarser grid; the full answer comes after.",
    };
  const shown = shownOutcome(state, answer);
  // a design is to meet its conditions, however cheap it is; a simulation is finished wherever it ends
  const isMissed = answer.verb === "design" && (answer.misses ?? []).length > 0;
  // what is told late moves nothing under a hand that is at work: by how much it is off stands in the details
  if (shown.status === "coarse" && answer.confirmed)
    return { kind: "coarse", tone: "bad", text: "coarse", why: missText(answer) };
  if (!isGood(shown.status) || isMissed) return endOf(shown);
  const why = picked ? "The motion of the design that was picked; the next search begins there." : missText(answer);
  const kind = done[answer.verb];
  // as much is said before a finer computation has confirmed it as after: the panel below stays where it is
  return { kind, tone: answer.confirmed === false ? "quiet" : "good", text: kind, why };
}

const notYet = ({ history }: State): Verdict => ({
  kind: "not run",
  tone: "quiet",
  text: "not run",
  why: (history.now.starts ?? 1) > 1 ? `It asks for searches from ${history.now.starts} starts.` : "",
});

function stale({ work }: State): Verdict {
  const why =
    work.kind === "running" ? "It is computed again." : "The settings have changed since this motion was found.";
  return { kind: "stale", tone: "quiet", text: "stale", why };
}

type Ended = Pick<Answer, "status" | "message" | "misses">;

/** The branch that is shown has a status of its own: what a search had found is a solution though it was cancelled. */
function shownOutcome({ branches, picked }: State, answer: Answer): Ended {
  const status = branches[picked]?.status;
  return status === undefined ? answer : { ...answer, status: answer.status === "cancelled" ? "cancelled" : status };
}

/** The badge of a run that ended without a solution. */
function endOf({ status, message, misses = [] }: Ended): Verdict {
  if (status === "cancelled") return { kind: "cancelled", tone: "quiet", text: "cancelled", why: message };
  if (status === "coarse") return { kind: "coarse", tone: "bad", text: "coarse", why: message };
  const [most] = misses;
  if (most === undefined) return { kind: "failed", tone: "bad", text: `failed: ${status}`, why: message };
  return {
    kind: "missed",
    tone: "bad",
    text: `missed by ${brief(most.by)} ${unitText(most.unit)}`.trim(),
    why: message,
  };
}

const keptText = ({ status, message }: Ended): string =>
  `${status === "cancelled" ? "" : `${message} `}The scene keeps the last good motion.`;

/** A simulation is finished wherever it ends: what it was not to meet is told, as far as it is away. */
function missText({ misses = [] }: Answer): string {
  const [most] = misses;
  return most === undefined
    ? ""
    : `It misses ${most.name} by ${brief(most.by)} ${unitText(most.unit)}`.trim().concat(".");
}
