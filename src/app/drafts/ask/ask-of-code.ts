import type { Draft } from "../draft.js";
import type { Source } from "../source.js";
import { type Fields, list, number, record, strange, text } from "../source-fields.js";
import { timeIn } from "../time-of-code.js";
import type { Free, Hold } from "./ask.js";

/**
 * The question of a problem as the page writes it: what its conditions free and hold, and how long it lasts.
 * @throws {BadInput} where it is not of that form.
 */
export function askIn(problem: Fields, parameters: Fields, isSoft: boolean): Draft["ask"] {
  const conditions = list(problem.boundary ?? [], "problem.boundary").map((one) => record(one, "a condition"));
  const duration = parameters.time === undefined ? undefined : record(parameters.time, "time");
  const { exact, ...time } = timeIn(problem.grid, duration && number(duration.value, "time.value"));
  return {
    free: conditions
      .flatMap(freedIn)
      .filter((name) => name !== "time")
      .map((name) => freeIn(name, parameters)),
    hold: conditions.map((one) => holdIn(one, parameters)),
    ...time,
    ...(exact && isSoft && { exact }),
    ...(duration && { time: rangeIn(duration, "time") }),
  };
}

const rangeIn = (declared: Fields, name: string): { readonly min: number; readonly max: number } => ({
  min: number(declared.min, `${name}.min`),
  max: number(declared.max, `${name}.max`),
});

/** "ball.vx" in two words; names of bodies have no dot. */
const words = (name: string): [string, string] => {
  const dot = name.lastIndexOf(".");
  return [name.slice(0, dot), name.slice(dot + 1)];
};

/** A condition frees one value, several that others do not determine, or none where more must hold than is free. */
const freedIn = ({ frees }: Fields): string[] =>
  frees === undefined
    ? []
    : Array.isArray(frees)
      ? list(frees, "frees").map((one) => text(one, "frees"))
      : [text(frees, "frees")];

function freeIn(name: string, parameters: Fields): Free {
  const declared = record(parameters[name], name);
  const [of, what] = words(name);
  return {
    of,
    what: what as Free["what"],
    ...rangeIn(declared, name),
  };
}

function holdIn(condition: Fields, parameters: Fields): Hold {
  const name = text(condition.name, "the name of a condition").replace(/^end\./, "");
  const [body, what] = words(name);
  const target = `target.${name}`;
  if (parameters[target] === undefined) throw strange(`${target} is a parameter`);
  const value = number(record(parameters[target], target).value, `${target}.value`);
  const { within: band, when } = condition;
  const within = band === undefined ? undefined : number(record(band, `within of ${name}`).to, `${name}.within.to`);
  return {
    body,
    what: what as Hold["what"],
    value,
    ...(within !== undefined && { within }),
    ...(when !== undefined && { when: whenIn(when) }),
  };
}

function whenIn(given: Source): NonNullable<Hold["when"]> {
  if (given === "always") return given;
  const { sometime, touch } = record(given, "when of a condition");
  if (sometime !== undefined) return "sometime";
  return { touch: text(list(touch ?? [], "touch")[1], "touch") };
}
