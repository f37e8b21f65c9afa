import { BadInput } from "../../src/checks/bad-input.js";
import type { Verdict } from "./target.js";

/** Words of the engine about its own steps: they mean nothing to who reads them. */
const engineWords =
  /Cannot (read|use|set|destructure|convert|mix|add|assign|redefine|access|create|delete|perform)|is not (a function|iterable|a constructor|an object|extensible)|\bundefined\b|\[object |Maximum call stack|Invalid (array|typed|string|count|date|code)|allocation failed|length of array buffer|Unexpected fault|circular structure|Reduce of empty|private member|Illegal/;

/** Functions of users may throw what they like. */
export const thrownByUser = "this function throws";

/** Words that are echoed are shortened: no sentence is longer. */
const longest = 300;

/** The fault of a sentence that people are to read, if it has one. */
export function faultOf(sentence: string): string | undefined {
  if (engineWords.test(sentence)) return `words of the engine: ${sentence.slice(0, 300)}`;
  if (sentence.trim() === "") return "an empty sentence";
  if (sentence.trimEnd().length > longest)
    return `a sentence of ${sentence.length} characters: ${sentence.slice(0, 200)}…`;
  if (/[\r\n]/.test(sentence.trimEnd())) return `more than one line: ${sentence.slice(0, 300)}`;
  return undefined;
}

/** The verdict on what was thrown at a door: bad input with a field, or a RangeError where that is the door's word. */
export function refusal(error: unknown): Verdict {
  if (!(error instanceof Error)) return { outcome: "thrown", fault: `thrown: ${String(error)}` };
  const isBad = error instanceof BadInput;
  if (error.message === thrownByUser) return { outcome: "thrown by what was given" };
  if (!isBad && !(error instanceof RangeError))
    return { outcome: "fault", fault: `${error.name}: ${error.message}\n${placeOf(error)}` };
  if (isBad && (typeof error.field !== "string" || error.field === ""))
    return { outcome: "refused", fault: `no field: ${error.message}` };
  const fault = faultOf(error.message);
  return { outcome: "refused", ...(fault !== undefined && { fault: `${fault}\n${placeOf(error)}` }) };
}

/** The first lines of the way to an error. */
const placeOf = (error: Error): string => (error.stack ?? "").split("\n    at ").slice(1, 5).join("\n");

/** Faults of one kind that are thrown at one place are one. */
export function keyOf(fault: string): string {
  const [first, ...way] = fault.split("\n").map((line) => line.trim());
  const place = way.find((line) => /\.js:\d+/.test(line)) ?? "";
  const kind = first.replace(/"[^"]*"/g, '""').replace(/[-+\d.e]+/g, "0");
  return place === "" ? kind.slice(0, 120) : `${kind.slice(0, 16)} ${place}`;
}
