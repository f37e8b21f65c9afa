import { tally } from "../../../drafts/ask/tally.js";
import type { Draft } from "../../../drafts/draft.js";
import { linkOfDraft } from "../../../drafts/link.js";
import type { Place } from "../../../run/place.js";
import { nameOfLetters } from "../../sources.js";
import type { Ranked, State } from "../../state.js";
import type { HandWorker } from "../../study/hands.js";
import { numberOf } from "../edit.js";
import type { Desk } from "../making.js";
import { among, cheapest, findText, ranked } from "./seek.js";

/** The page, as far as an answer is sought on it. */
export interface Seeking {
  /** Puts a place after the present one, and runs it. */
  readonly goTo: (place: Place) => void;
  readonly tell: (text: string) => void;
  /** Finds all launches of a place, and shows the best by a measure where there is one. */
  readonly seek: (place: Place, measure?: (found: State) => Promise<Ranked | undefined>) => Promise<void>;
  readonly makeWorker: () => HandWorker;
}

/** The place of a draft as it is drawn. */
export const placeOfDraft = (draft: Draft): Place => ({ problem: nameOfLetters(linkOfDraft(draft)), set: {} });

/** The guess from which the least change costs least: a launch, a spin and a motor of nothing; places as they are drawn. */
export function leastLaunch(draft: Draft): number[] {
  const { free, time, end } = draft.ask;
  const launch = free.map(({ of, what, min, max }) => {
    const isCost = /^(v[xyz]|spin|w[xyz]|motor|belt|velocity)$/.test(what);
    return Math.min(max, Math.max(min, isCost ? 0 : numberOf(draft, of, what)));
  });
  return time === undefined ? launch : [...launch, end];
}

/** The act of the button Solve: a launch, or all of them and the best by what was asked for. */
export function solving(page: Seeking, desk: Desk): () => void {
  /** Throws of launches that are under way. */
  let throwing: AbortController | undefined;

  async function measure({ branches, info }: State): Promise<Ranked | undefined> {
    const { draft, seek } = desk.get();
    const { via, way } = seek;
    if (info === undefined || branches.length === 0) return undefined;
    const found = await among(branches, via, async (some) => {
      if (way === "cheapest") return cheapest({ branches: some, info });
      if (way !== "reliable") {
        const alike = some.map(() => 0);
        return ranked(some, alike, [], (count) => `${count} of ${branches.length}`);
      }
      const { mostReliable } = await import("./reliable.js");
      throwing?.abort();
      throwing = new AbortController();
      return mostReliable({ branches: some, info, draft, seek }, page.makeWorker, throwing.signal);
    });
    if (found === undefined && via !== undefined)
      page.tell(`None of ${branches.length} launches comes by way of ${via}.`);
    else if (found === undefined && way === "cheapest")
      page.tell("Nothing that is free costs anything: places have no cost.");
    return found;
  }

  return () => {
    desk.change({ mode: "motion", tool: "select", selected: undefined });
    const { draft, seek } = desk.get();
    const isAny = seek.via === undefined;
    const find = findText(seek);
    const place = { ...placeOfDraft(draft), ...(find !== undefined && { find }) };
    if (isAny && seek.way === "cheapest" && tally(draft).spare !== undefined)
      page.goTo({ ...place, launch: leastLaunch(draft) });
    else if (isAny && (seek.way === "one" || seek.way === "nearest")) page.goTo(place);
    else
      page
        .seek(place, isAny && seek.way === "all" ? undefined : measure)
        .catch((error: Error) => page.tell(error.message));
  };
}
