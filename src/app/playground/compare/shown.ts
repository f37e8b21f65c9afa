import { type Answer, isGood } from "../messages.js";
import { type State, verbOf } from "../state.js";
import type { Family } from "./family.js";
import type { Kept } from "./kept.js";

/** Values of the motion that is shown: of one of several, its own. */
export const foundValues = ({ answer, branches, picked }: State): Readonly<Record<string, number | null>> =>
  branches[picked]?.values ?? Object.fromEntries((answer?.values ?? []).map(({ name, value }) => [name, value]));

/** The motion that is shown, where it is that of what is set: anything else could not be found again by its settings. */
export function shownMotion(state: State): Omit<Kept, "id" | "drawn"> | undefined {
  const { answer, branches, picked, current, ended, history, work } = state;
  const scene = branches[picked]?.scene ?? answer?.scene;
  if (answer === undefined || scene === undefined || !current || ended !== undefined) return undefined;
  if (work.kind !== "idle" || answer.preview === true) return undefined;
  const launch = branches[picked]?.launch ?? answer.launch;
  const place = { ...history.now, ...(launch.length > 0 && { launch }) };
  return { name: nameOf(state, answer), place, settings: answer.parameters, values: foundValues(state), scene };
}

/** The changes that make it another than the declared one. */
function nameOf({ history, branches, picked }: State, { verb, status }: Answer): string {
  const set = Object.entries(history.now.set).map(([name, value]) => `${name} ${value}`);
  const branch = branches.length > 1 ? [branches[picked]?.name.replace(/ \(.*$/, "") ?? ""] : [];
  const ended = isGood(status) ? [] : [status];
  return [...(set.length > 0 ? set : ["as declared"]), ...branch, ...ended, ...(verb === "solve" ? [] : [verb])].join(
    ", ",
  );
}

/** All that is set besides a value, as a text. */
export function besides(state: Pick<State, "history" | "info">, name: string): string {
  const { problem, set } = state.history.now;
  const { [name]: _, ...others } = set;
  return JSON.stringify([problem, verbOf(state), Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The family that belongs to what is set; undefined where there is none. */
export function familyOf(state: State): Family | undefined {
  const { family } = state;
  return family !== undefined && family.of === besides(state, family.name) ? family : undefined;
}
