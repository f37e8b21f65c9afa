import { fromRotationVector } from "../../algebra/rotation.js";
import { BadInput } from "../../motion/problem/problem.js";
import { checkDraft, type Draft, type DraftBody, type Hold } from "./draft.js";
import { excludeSource, jointNumbers, jointSource } from "./joint-source.js";
import { readRobot } from "./robots/robot.js";
import { endOfRobot, robotNumbers, robotSource, robotUnit, urdfName } from "./robots/robot-source.js";
import { bodySource, worldSources } from "./scene-source.js";
import { call, type Declarations, p, Ref, type Source, spread, written } from "./source.js";
import { freeText, holdText, isPolar, tally } from "./tally.js";

/** Springs of a contact without a slip by so little force [N], so that friction at rest has a slope. */
const coneSmoothing = 1e-4;

/**
 * The problem that a draft stands for, as a file of TypeScript that exports it.
 * @throws {BadInput} for what is no draft, or asks for more or less than it frees.
 */
export function codeOfDraft(draft: Draft): string {
  return written(declarationsOf(draft), { problem: "Problem" });
}

/** The constants of a file that declares it. */
export function declarationsOf(draft: Draft): Declarations {
  checkDraft(draft);
  const { free, hold } = draft.ask;
  const moves = draft.bodies.length + (draft.robots ?? []).length > 0;
  const [fault] = free.length + hold.length === 0 && moves ? [] : tally(draft).faults;
  if (fault !== undefined) throw new BadInput("ask", fault);
  return [
    ...(draft.robots ?? []).map(({ urdf }, i) => [urdfName(i), urdf] as const),
    ["model", modelSource(draft)],
    ["problem", problemSource(draft)],
  ];
}

function modelSource(draft: Draft): Source {
  const {
    space,
    gravity,
    bodies,
    world,
    joints = [],
    robots = [],
    contact,
    ask: { free },
  } = draft;
  const exclude = excludeSource(draft);
  const isFree = (name: string, one: string): boolean => free.some(({ of, what }) => of === name && what === one);
  const materials: Source[] = contact.materials.map(({ between, ...numbers }) => ({
    ...(between && { between }),
    ...(between === undefined ? Object.fromEntries(Object.keys(numbers).map((name) => [name, p(name)])) : numbers),
    ...(contact.kind === "soft" && { coneSmoothing }),
  }));
  return call(contact.kind === "rigid" ? "rigid" : "compliant", {
    gravity,
    bodies: bodies.map((body) => bodySource(body, space)),
    ...(world.length > 0 && {
      world: world.flatMap((part) =>
        worldSources(part, space, { turn: isFree(part.name, "turn"), belt: isFree(part.name, "belt") }),
      ),
    }),
    contacts: "all",
    materials,
    ...(joints.length > 0 && { joints: joints.map((one) => jointSource(one, draft)) }),
    ...(robots.length > 0 && { robots: robots.map((one, i) => robotSource(one, i, draft)) }),
    ...(exclude.length > 0 && { exclude }),
  });
}

/** A number of a draft as a parameter. */
interface Declared {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly meaning: string;
  readonly range?: { readonly min?: number; readonly max?: number; readonly above?: number };
}

const axes = ["x", "y", "z"] as const;
const inSpace = (space: Draft["space"]): readonly (typeof axes)[number][] => (space === "planar" ? ["x", "y"] : axes);

/** Every number of the draft that can be set, freed or dragged. */
function parametersOf(draft: Draft): Declared[] {
  const { space, bodies, world, contact, ask } = draft;
  const rangeOf = (of: string, what: string): Pick<Declared, "range"> => {
    const freed = ask.free.find((one) => one.of === of && one.what === what);
    return freed === undefined ? {} : { range: { min: freed.min, max: freed.max } };
  };
  const isFree = (of: string, what: string): boolean => ask.free.some((one) => one.of === of && one.what === what);
  const declare = (of: string, what: string, value: number, about: Pick<Declared, "unit" | "meaning">): Declared => ({
    name: `${of}.${what}`,
    value,
    ...about,
    ...rangeOf(of, what),
  });
  const places = [...bodies, ...world].flatMap(({ name, at, turn }) => [
    ...inSpace(space).map((axis, i) => declare(name, axis, at[i], { unit: "m", meaning: `place of ${name}, ${axis}` })),
    ...(typeof turn === "number" || isFree(name, "turn")
      ? [declare(name, "turn", Number(turn ?? 0), { unit: "rad", meaning: `angle of ${name}` })]
      : []),
  ]);
  const held = (draft.joints ?? []).flatMap((one) =>
    jointNumbers(one, draft).map(([what, value, unit, meaning]) => declare(one.name, what, value, { unit, meaning })),
  );
  const driven = (draft.robots ?? []).flatMap((one) =>
    robotNumbers(one, draft).map(([of, what, value, unit, meaning]) => declare(of, what, value, { unit, meaning })),
  );
  const belts = world.flatMap(({ name, belt }) =>
    belt !== undefined || isFree(name, "belt")
      ? [declare(name, "belt", belt ?? 0, { unit: "m/s", meaning: freeText({ of: name, what: "belt" }) })]
      : [],
  );
  const motions = bodies.flatMap((body) => launchOf(body, draft).map((one) => declare(body.name, ...one)));
  const targets = ask.hold.map(
    (one): Declared => ({
      name: `target.${one.body}.${one.what}`,
      value: one.value,
      unit: robotUnit(draft, one.body, one.what) ?? unitOf(one.what),
      meaning: holdText(one),
    }),
  );
  const numbers = contact.materials.find(({ between }) => between === undefined) ?? {};
  const materials = Object.entries(numbers).flatMap(([name, value]): Declared[] =>
    typeof value === "number" ? [{ name, value, ...materialParameters[name] }] : [],
  );
  return [...targets, ...motions, ...places, ...belts, ...held, ...driven, ...materials];
}

const materialParameters: Readonly<Record<string, Pick<Declared, "unit" | "meaning" | "range">>> = {
  friction: { unit: "1", meaning: "friction coefficient μ", range: { min: 0 } },
  restitution: { unit: "1", meaning: "speed after an impact over that before", range: { min: 0, max: 1 } },
  stiffness: { unit: "N/m", meaning: "stiffness of contacts", range: { above: 0 } },
  damping: { unit: "N s/m", meaning: "damping of contacts", range: { min: 0 } },
};

const unitOf = (what: string): string =>
  what === "turn" || what === "direction"
    ? "rad"
    : what === "spin"
      ? "rad/s"
      : what.startsWith("v") || what === "speed" || what === "belt"
        ? "m/s"
        : "m";

const unitOfFree = (draft: Draft, of: string, what: string): string =>
  robotUnit(draft, of, what) ?? (what === "motor" ? unitOfMotor(draft, of) : unitOf(what));

const unitOfMotor = ({ joints = [] }: Draft, of: string): string =>
  joints.some(({ name, kind }) => name === of && kind === "slider") ? "N" : "N m";

type Launch = readonly [what: string, value: number, about: Pick<Declared, "unit" | "meaning">];

/** The start velocity of a body by its components, or by speed and direction where one of these is free. */
function launchOf({ name, velocity: given, spin }: DraftBody, { space, ask: { free } }: Draft): Launch[] {
  const velocity = given ?? [0, 0, 0];
  const isFree = (what: string): boolean => free.some((one) => one.of === name && one.what === what);
  const about = (what: Parameters<typeof freeText>[0]["what"]) => ({
    unit: unitOf(what),
    meaning: freeText({ of: name, what }),
  });
  const turning: Launch[] =
    typeof spin === "number" || isFree("spin") ? [["spin", Number(spin ?? 0), about("spin")]] : [];
  const [vx, vy] = velocity;
  if (isPolar(free, name))
    return [
      ["speed", Math.hypot(vx, vy), about("speed")],
      ["direction", Math.atan2(vy, vx), about("direction")],
      ...turning,
    ];
  const components = inSpace(space).flatMap((axis, i): Launch[] => {
    const what = `v${axis}` as const;
    return given !== undefined || isFree(what) ? [[what, velocity[i], about(what)]] : [];
  });
  return [...components, ...turning];
}

function startSource(draft: Draft, names: ReadonlySet<string>): Source {
  const states: [string, Source][] = [];
  for (const body of draft.bodies) {
    const { name, turn, spin } = body;
    const put = (state: string, parameter: string): void => {
      if (names.has(`${name}.${parameter}`)) states.push([`${name}.${state}`, p(`${name}.${parameter}`)]);
    };
    for (const axis of inSpace(draft.space)) put(axis, axis);
    put("theta", "turn");
    if (Array.isArray(turn))
      for (const [i, x] of fromRotationVector(turn).entries())
        states.push([`${name}.${["e0", "ex", "ey", "ez"][i]}`, x]);
    for (const axis of inSpace(draft.space)) put(`v${axis}`, `v${axis}`);
    if (names.has(`${name}.speed`))
      for (const [axis, of] of [["vx", "cos"] as const, ["vy", "sin"] as const])
        states.push([`${name}.${axis}`, call("mul", p(`${name}.speed`), call(of, p(`${name}.direction`)))]);
    put("omega", "spin");
    if (Array.isArray(spin)) for (const [i, x] of spin.entries()) states.push([`${name}.${["wx", "wy", "wz"][i]}`, x]);
  }
  for (const one of draft.robots ?? [])
    for (const [of, what] of robotNumbers(one, draft))
      if (what === "position" || what === "velocity") states.push([`${of}.${what}`, p(`${of}.${what}`)]);
  return { [spread]: call("atRest", new Ref("model")), ...Object.fromEntries(states) };
}

const stateOf = (what: string): string => (what === "turn" ? "theta" : what === "spin" ? "omega" : what);

function problemSource(draft: Draft): Source {
  const { title, bodies, contact } = draft;
  const { free, hold, end, steps, exact } = draft.ask;
  const declared = parametersOf(draft);
  const ends = hold.length > 0 ? hold : endsOf(draft);
  const lastOf = ({ body, what }: Pick<Hold, "body" | "what">): Source =>
    endOfRobot(draft, body, what) ?? call("last", `${body}.${stateOf(what)}`);
  const unitOfEnd = ({ body, what }: Pick<Hold, "body" | "what">): string =>
    robotUnit(draft, body, what) ?? unitOf(what);
  // of robots the tips are told by columns, for pictures of their targets
  const seen = [...bodies.map(({ name }) => name), ...(draft.robots ?? []).flatMap(({ urdf }) => readRobot(urdf).tips)];
  const isSeen = (name: string): boolean => seen.includes(name);
  // what is free beyond the number of conditions goes with the last one
  const names = free.map(({ of, what }) => `${of}.${what}`);
  const freesOf = (i: number): Source =>
    i < hold.length - 1 || names.length === hold.length ? names[i] : names.slice(i);
  const conditions = hold.map(
    (one, i): Source => ({
      name: `end.${one.body}.${one.what}`,
      unit: unitOfEnd(one),
      ...(isSeen(one.body) &&
        axes.some((axis) => axis === one.what) && { about: { body: one.body, coordinate: one.what } }),
      residual: call("sub", lastOf(one), p(`target.${one.body}.${one.what}`)),
      ...(one.within !== undefined && { within: { from: -one.within, to: one.within } }),
      frees: freesOf(i),
    }),
  );
  return {
    name: slugOf(title),
    title,
    model: new Ref("model"),
    parameters: Object.fromEntries(
      declared.map(({ name, value, unit, meaning, range }) => [name, { value, unit, meaning, ...range }]),
    ),
    start: startSource(draft, new Set(declared.map(({ name }) => name))),
    grid: { steps, h: end / steps, ...((contact.kind === "rigid" || exact) && { method: "exact" }) },
    ...(conditions.length > 0 && { boundary: conditions }),
    values: Object.fromEntries([
      ...free.map(({ of, what }): [string, Source] => [
        `found.${of}.${what}`,
        { unit: unitOfFree(draft, of, what), meaning: freeText({ of, what }), of: p(`${of}.${what}`) },
      ]),
      ...ends.map((one): [string, Source] => [
        `end.${one.body}.${one.what}`,
        { unit: unitOfEnd(one), meaning: holdText(one), of: lastOf(one) },
      ]),
    ]),
  };
}

/** Values that are told where nothing is asked for: where bodies and the tips of robots end. */
const endsOf = ({ space, bodies, robots = [] }: Draft): Pick<Hold, "body" | "what">[] =>
  [...bodies.map(({ name }) => name), ...robots.flatMap(({ urdf }) => readRobot(urdf).tips)].flatMap((name) =>
    inSpace(space).map((what) => ({ body: name, what })),
  );

/** A title as a name: "My bank shot" is "my-bank-shot". */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "draft";
