import {
  anything,
  anyValue,
  type Check,
  count,
  fields,
  flag,
  kindOf,
  listOf,
  must,
  oneOf,
  recordOf,
  text,
} from "../../../checks/fields.js";
import { mostStarts } from "../../run/choice.js";

const kind: Check = anyValue();
const id = must<number>("a number", (x) => typeof x === "number");
const number = must<number>("a finite number", Number.isFinite);
const setting = must<number | string>("a number or a text", (x) => typeof x === "number" || typeof x === "string");
const starts: Check = (given, at) => {
  count(given, at);
  must(`at most ${mostStarts}`, (x) => Number(x) <= mostStarts)(given, at);
};

/**
 * Messages that the page may send to its worker; a problem that comes along is looked at where it is read.
 * @throws {BadInput} naming the field.
 */
export const checkRequest = kindOf({
  open: fields({ kind, id, problem: text }, { definition: anything, expected: anything, draft: anything }),
  run: fields(
    { kind, id, problem: text, verb: oneOf(["solve", "simulate", "design"]), set: recordOf(setting) },
    { guess: listOf(number), all: flag, starts, drag: number, holds: id, confirms: flag },
  ),
  cancel: fields({ kind, id }),
  export: fields({ kind, id, what: oneOf(["json", "csv", "report"]), run: id }),
  robot: fields({ kind, id, urdf: text }),
  // its question is looked at with its problem
  study: fields({ kind, id, problem: text, question: anything }),
  item: fields({
    kind,
    id,
    work: fields({ item: number, set: recordOf(setting) }, { start: fields({ from: number, launch: listOf(number) }) }),
  }),
});
