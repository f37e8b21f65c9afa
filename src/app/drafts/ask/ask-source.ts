import { axes } from "../../../mechanics/views.js";
import type { Draft } from "../draft.js";
import { readRobot } from "../robots/robot.js";
import { endOfRobot } from "../robots/robot-source.js";
import { call, p, type Source } from "../source.js";
import type { Hold } from "./ask.js";
import { type Declared, isTurn, stateOf, unitOfFree, unitOfHold } from "./numbers.js";
import { freeText, holdText } from "./tally.js";

type What = Pick<Hold, "body" | "what">;

/** Conditions as parameters that can be set and dragged. */
export const targetsOf = (draft: Draft): Declared[] =>
  draft.ask.hold.map((one) => ({
    name: `target.${one.body}.${one.what}`,
    value: one.value,
    unit: unitOfHold(draft, one.body, one.what),
    meaning: holdText(one),
  }));

/** The duration as a parameter, where it is to be found. */
export const durationOf = ({ ask: { time, end } }: Draft): Declared[] =>
  time === undefined ? [] : [{ name: "time", value: end, unit: "s", meaning: "duration of the motion", range: time }];

/** Steps are to be as near to a finer computation as that, in parts of values above their scale: a picture shows no less. */
const nearness = 0.01;

/** The grid of the problem: steps of a length, or parts of a time that is found. */
export function gridSource({ contact, ask: { end, steps, exact, time } }: Draft): Source {
  return {
    steps,
    ...(time === undefined && { h: end / steps }),
    ...(contact.kind === "rigid" || exact ? { method: "exact" } : { accuracy: nearness }),
  };
}

const lastOf = (draft: Draft, { body, what }: What): Source =>
  isTurn(what)
    ? call("turnAtEnd", body, what.slice(1))
    : (endOfRobot(draft, body, what) ?? call("last", `${body}.${stateOf(what)}`));

/** How far the end is from the target. */
function missOf(draft: Draft, one: Hold): Source {
  const { body, what } = one;
  if (!isTurn(what)) return call("sub", lastOf(draft, one), p(`target.${body}.${what}`));
  // of a turn that is asked for in part the rest is none
  const target = axes.map((axis) => {
    const isAsked = draft.ask.hold.some((other) => other.body === body && other.what === `r${axis}`);
    return isAsked ? p(`target.${body}.r${axis}`) : 0;
  });
  return call("turnError", body, target, what.slice(1));
}

/** The name of the time at which something holds that is found; undefined of what holds at the end or always. */
const timeName = ({ body, when }: Hold): string | undefined =>
  when === "sometime" ? body : typeof when === "object" ? `${body}-${when.touch}` : undefined;

/** When a condition holds, as problems say it. */
function whenSource(one: Hold): Source {
  const { body, when } = one;
  const name = timeName(one) ?? "";
  return typeof when === "object"
    ? { touch: [body, when.touch], name }
    : when === "sometime"
      ? { sometime: name }
      : "always";
}

/** The conditions of the problem, which free one value each; the last one what is left, and none where nothing is. */
export function conditionSources(draft: Draft): Source[] {
  const { bodies, robots = [], ask } = draft;
  // of robots the tips are told by columns, for pictures of their targets
  const seen = [...bodies.map(({ name }) => name), ...robots.flatMap(({ urdf }) => readRobot(urdf).tips)];
  const names = [...ask.free.map(({ of, what }) => `${of}.${what}`), ...(ask.time === undefined ? [] : ["time"])];
  const { hold } = ask;
  const freesOf = (i: number): Source | undefined =>
    i < hold.length - 1 || names.length <= hold.length ? names[i] : names.slice(i);
  return hold.map((one, i): Source => {
    const frees = freesOf(i);
    return {
      name: `end.${one.body}.${one.what}`,
      unit: unitOfHold(draft, one.body, one.what),
      ...(seen.includes(one.body) &&
        axes.some((axis) => axis === one.what) && { about: { body: one.body, coordinate: one.what } }),
      residual: missOf(draft, one),
      ...(one.within !== undefined && { within: { from: -one.within, to: one.within } }),
      ...(one.when !== undefined && { when: whenSource(one) }),
      ...(frees !== undefined && { frees }),
    };
  });
}

/** Values of the problem: what was found, where it ends, and when what holds at some time does. */
export function valueSources(draft: Draft): Source {
  const { free, hold, time } = draft.ask;
  const times = new Map(hold.flatMap((one) => (one.when === undefined ? [] : [[timeName(one), one.body] as const])));
  return Object.fromEntries([
    ...free.map(({ of, what }): [string, Source] => [
      `found.${of}.${what}`,
      { unit: unitOfFree(draft, of, what), meaning: freeText({ of, what }), of: p(`${of}.${what}`) },
    ]),
    ...(time === undefined
      ? []
      : [["found.time", { unit: "s", meaning: "duration of the motion", of: p("time") }] as const]),
    ...[...times].flatMap(([name, body]): [string, Source][] =>
      name === undefined
        ? []
        : [[`when.${name}`, { unit: "s", meaning: `when ${body} is as it must be`, of: { timeOf: name } }]],
    ),
    ...(hold.length > 0 ? hold : endsOf(draft)).map((one): [string, Source] => [
      `end.${one.body}.${one.what}`,
      {
        unit: unitOfHold(draft, one.body, one.what),
        meaning: holdText({ body: one.body, what: one.what }),
        of: lastOf(draft, one),
      },
    ]),
  ]);
}

/** Values that are told where nothing is asked for: where bodies and the tips of robots end. */
const endsOf = ({ space, bodies, robots = [] }: Draft): What[] =>
  [...bodies.map(({ name }) => name), ...robots.flatMap(({ urdf }) => readRobot(urdf).tips)].flatMap((name) =>
    (space === "planar" ? (["x", "y"] as const) : axes).map((what) => ({ body: name, what })),
  );
