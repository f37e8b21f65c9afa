import { anything, count, fields, must, oneOf, recordOf, text } from "../../../checks/fields.js";
import type { SavedChoice, Verb } from "../choice.js";
import type { Definition } from "./definition.js";

/** A run as it is saved, so that it can be solved again. */
export interface Replay extends SavedChoice {
  readonly version: string;
  readonly verb: Verb;
  /** A problem of this package, or a user's file relative to the saved result. */
  readonly source?: { readonly name: string } | { readonly file: string };
  /** The whole problem as data, where it can be written down. */
  readonly definition?: Definition;
  /** A cancelled march that can be resumed, as data. */
  readonly unfinished?: unknown;
  /** Its checksum. */
  readonly unfinishedSum?: string;
}

const numberOrText = must("a number or a text", (x) => typeof x === "number" || typeof x === "string");

// the problem itself and an unfinished march are looked at by who reads them
const replay = fields(
  {
    verb: oneOf(["solve", "simulate", "design"]),
    set: recordOf(numberOrText),
    start: text,
    strategy: oneOf(["auto", "shoot", "global"]),
  },
  {
    version: text,
    search: recordOf(anything),
    starts: count,
    source: recordOf(text),
    definition: anything,
    unfinished: anything,
    unfinishedSum: anything,
  },
);

/** True of what `savedResult` wrote. */
export function isReplay(given: unknown): given is Replay {
  try {
    replay(given, "replay");
    return true;
  } catch {
    return false;
  }
}
