import { fromRotationVector } from "../../algebra/rotation.js";
import { BadInput } from "../../motion/problem/problem.js";
import { conditionSources, durationOf, gridSource, targetsOf, valueSources } from "./ask/ask-source.js";
import { type Declared, unitOf } from "./ask/numbers.js";
import { polarOf } from "./ask/polar.js";
import { freeText, isPolar, tally } from "./ask/tally.js";
import { checkDraft, type Draft, type DraftBody } from "./draft.js";
import { excludeSource, jointNumbers, jointSource } from "./joint-source.js";
import { robotNumbers, robotSource, urdfName } from "./robots/robot-source.js";
import { bodySource, worldSources } from "./scene-source.js";
import { call, type Declarations, p, Ref, type Source, spread, written } from "./source.js";

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

const axes = ["x", "y", "z"] as const;
const spins = ["wx", "wy", "wz"] as const;
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
  const numbers = contact.materials.find(({ between }) => between === undefined) ?? {};
  const materials = Object.entries(numbers).flatMap(([name, value]): Declared[] =>
    typeof value === "number" ? [{ name, value, ...materialParameters[name] }] : [],
  );
  return [...targetsOf(draft), ...durationOf(draft), ...motions, ...places, ...belts, ...held, ...driven, ...materials];
}

const materialParameters: Readonly<Record<string, Pick<Declared, "unit" | "meaning" | "range">>> = {
  friction: { unit: "1", meaning: "friction coefficient μ", range: { min: 0 } },
  restitution: { unit: "1", meaning: "speed after an impact over that before", range: { min: 0, max: 1 } },
  stiffness: { unit: "N/m", meaning: "stiffness of contacts", range: { above: 0 } },
  damping: { unit: "N s/m", meaning: "damping of contacts", range: { min: 0 } },
};

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
    space === "planar"
      ? spin !== undefined || isFree("spin")
        ? [["spin", Number(spin ?? 0), about("spin")]]
        : []
      : spins.flatMap((what, i): Launch[] =>
          spin !== undefined || isFree(what) ? [[what, Array.isArray(spin) ? spin[i] : 0, about(what)]] : [],
        );
  if (isPolar(free, name)) {
    const { speed, direction, elevation } = polarOf(velocity);
    return [
      ["speed", speed, about("speed")],
      ["direction", direction, about("direction")],
      ...(space === "spatial" ? ([["elevation", elevation, about("elevation")]] as const) : []),
      ...turning,
    ];
  }
  const components = inSpace(space).flatMap((axis, i): Launch[] => {
    const what = `v${axis}` as const;
    return given !== undefined || isFree(what) ? [[what, velocity[i], about(what)]] : [];
  });
  return [...components, ...turning];
}

function startSource(draft: Draft, names: ReadonlySet<string>): Source {
  const states: [string, Source][] = [];
  for (const body of draft.bodies) {
    const { name, turn } = body;
    const put = (state: string, parameter: string): void => {
      if (names.has(`${name}.${parameter}`)) states.push([`${name}.${state}`, p(`${name}.${parameter}`)]);
    };
    for (const axis of inSpace(draft.space)) put(axis, axis);
    put("theta", "turn");
    if (Array.isArray(turn))
      for (const [i, x] of fromRotationVector(turn).entries())
        states.push([`${name}.${["e0", "ex", "ey", "ez"][i]}`, x]);
    for (const axis of inSpace(draft.space)) put(`v${axis}`, `v${axis}`);
    if (names.has(`${name}.speed`)) {
      const [speed, elevation] = [p(`${name}.speed`), p(`${name}.elevation`)];
      const rises = names.has(`${name}.elevation`);
      const level = rises ? call("mul", speed, call("cos", elevation)) : speed;
      for (const [axis, of] of [["vx", "cos"] as const, ["vy", "sin"] as const])
        states.push([`${name}.${axis}`, call("mul", level, call(of, p(`${name}.direction`)))]);
      if (rises) states.push([`${name}.vz`, call("mul", speed, call("sin", elevation))]);
    }
    put("omega", "spin");
    for (const about of spins) put(about, about);
  }
  for (const one of draft.robots ?? [])
    for (const [of, what] of robotNumbers(one, draft))
      if (what === "position" || what === "velocity") states.push([`${of}.${what}`, p(`${of}.${what}`)]);
  return { [spread]: call("atRest", new Ref("model")), ...Object.fromEntries(states) };
}

function problemSource(draft: Draft): Source {
  const { title } = draft;
  const declared = parametersOf(draft);
  const conditions = conditionSources(draft);
  return {
    name: slugOf(title),
    title,
    model: new Ref("model"),
    parameters: Object.fromEntries(
      declared.map(({ name, value, unit, meaning, range }) => [name, { value, unit, meaning, ...range }]),
    ),
    start: startSource(draft, new Set(declared.map(({ name }) => name))),
    grid: gridSource(draft),
    ...(conditions.length > 0 && { boundary: conditions }),
    values: valueSources(draft),
  };
}

/** A title as a name: "My bank shot" is "my-bank-shot". */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "draft";
