/**
 * A problem as people draw it: bodies and fixed parts with their places, what is free, what must hold, as plain numbers
 * without a formula. A draft becomes a problem (`problem-of-draft.ts`), a file (`code-of-draft.ts`) or a link (`link.ts`);
 * each is a function of the draft alone, and may be changed without reading the others. Nothing here draws.
 *
 * @module app/drafts
 */
import {
  type Check,
  type Checked,
  fields,
  isRecord,
  kind,
  kindOf,
  listOf,
  must,
  oneOf,
  positive,
  text,
} from "../../checks/fields.js";
import { unknownName, unmarked } from "../../checks/words.js";
import { BadInput } from "../../motion/problem/problem.js";
import { ask, checkAsk } from "./ask/ask.js";
import { checkJoints, joint } from "./joint.js";
import { number, numbers, pair, type Triple, triple, word } from "./plain.js";
import { checkRobots, namesOfRobot, robot } from "./robots/robot.js";

/** The version of the form: files of another one are refused. */
const form = 1;

const sizes = must<Triple>(
  "3 finite numbers above 0",
  (given) => numbers(3)(given) && (given as Triple).every((x) => x > 0),
);

/** Fewer corners are no polygon, and with more a contact is a formula that nobody waits for. */
const corners = { least: 3, most: 60 } as const;

const outline = must<readonly (readonly [number, number])[]>(
  `${corners.least} to ${corners.most} points of two finite numbers`,
  (given) =>
    Array.isArray(given) &&
    given.length >= corners.least &&
    given.length <= corners.most &&
    Array.from(given).every(numbers(2)),
);

/** A mesh of more corners than this is no contact that anybody waits for. */
export const mostMeshCorners = 300;

const meshVertices = must<readonly Triple[]>(
  `4 to ${mostMeshCorners} points of three finite numbers`,
  (given) =>
    Array.isArray(given) && given.length >= 4 && given.length <= mostMeshCorners && Array.from(given).every(numbers(3)),
);

const triangles = must<readonly Triple[]>(
  "4 or more triangles, each of three different corners by their numbers",
  (given) =>
    Array.isArray(given) &&
    given.length >= 4 &&
    Array.from(given).every(
      (face) => numbers(3)(face) && (face as Triple).every(Number.isInteger) && new Set(face as Triple).size === 3,
    ),
);

const shapes = {
  ball: kind("ball", { radius: positive }),
  box: kind("box", { half: sizes }),
  /** A stick with round ends along its x axis. */
  capsule: kind("capsule", { half: positive, radius: positive }),
  cylinder: kind("cylinder", { radius: positive, halfLength: positive }),
  polygon: kind("polygon", { vertices: outline }),
  /** A shape that may be concave, as the convex outlines that fill it. */
  outline: kind("outline", { pieces: listOf(outline) }),
  /** A closed surface of triangles about its centre of volume, each anticlockwise seen from outside. */
  mesh: kind("mesh", { vertices: meshVertices, faces: triangles }),
  /** Ground without end, of the world alone: its surface is across y in the plane, across z in space. */
  ground: kind("ground", {}),
};

const shape = kindOf(shapes);

/** About z [rad] in the plane; in space the vector of a rotation: its axis times its angle. */
const turn: Check<number | Triple> = must(
  "a finite number in the plane, 3 in space",
  (given) => Number.isFinite(given) || numbers(3)(given),
);

/** A name, a shape, and where its centre of area or volume is [m], and how it is turned. */
const part = { name: word, shape, at: triple };
const body = fields(part, {
  turn,
  /** At the start [m/s, rad/s]. */
  velocity: triple,
  spin: turn,
  /** [kg/m²] in the plane, [kg/m³] in space. */
  density: positive,
  material: word,
});
const fixed = fields(part, {
  turn,
  material: word,
  /** The surface moves along the part's own x axis, as that of a belt does [m/s]. */
  belt: number,
});

const notNegative = must<number>("a finite number from 0", (x) => Number.isFinite(x) && (x as number) >= 0);

const bounce = must<number>(
  "a number from 0 to 1",
  (x) => Number.isFinite(x) && (x as number) >= 0 && (x as number) <= 1,
);
const between = { between: pair };
const contact = kindOf({
  /** Rigid, with a restitution: impacts are moments, and the motion is computed to an accuracy. */
  rigid: kind("rigid", { materials: listOf(fields({ friction: notNegative, restitution: bounce }, between)) }),
  /** Springs and dampers [N/m, N s/m]: bodies come to rest, roll and stick on each other. */
  soft: kind("soft", {
    materials: listOf(fields({ friction: notNegative, stiffness: positive, damping: notNegative }, between)),
  }),
});

const draft = fields(
  {
    draft: must<number>(`${form}, the version of drafts that is read here`, (x) => x === form),
    title: text,
    space: oneOf(["planar", "spatial"]),
    gravity: triple,
    bodies: listOf(body),
    world: listOf(fixed),
    contact,
    ask,
  },
  {
    joints: listOf(joint),
    /** Robots, of space. */
    robots: listOf(robot),
    /** Pairs of bodies and parts that never touch, besides bodies that a joint holds together. */
    exclude: listOf(pair),
  },
);

/** A problem without a formula, as it is drawn, stored and sent. */
export interface Draft extends Checked<typeof draft> {}

/** A body that moves: its shape, where it starts, how fast. */
export interface DraftBody extends Checked<typeof body> {}

/** A part of the fixed world. */
export interface DraftPart extends Checked<typeof fixed> {}

/** The shapes of drafts, their centres of area or volume at the places of their bodies. */
export type DraftShape = Checked<typeof shape>;

/** Words that begin names of parameters besides those of bodies. */
const taken = ["target", "grid"];

/** Shapes of bodies, and of fixed parts. */
export const kindsIn = {
  planar: {
    body: ["ball", "box", "capsule", "polygon", "outline"],
    part: ["ball", "box", "capsule", "polygon", "outline", "ground"],
  },
  spatial: {
    body: ["ball", "box", "capsule", "cylinder", "mesh"],
    part: ["ball", "box", "capsule", "cylinder", "mesh", "ground"],
  },
} as const;

/** Fixed parts that have a surface along their x axis, which may run. */
export const canRun = ({ kind }: DraftShape): boolean => !["ball", "cylinder", "mesh"].includes(kind);

/**
 * Refuses what is no draft, in one sentence that names the field: of the wrong form, with a name used twice or unknown, with a
 * shape or a freedom that its space does not have, or with an outline that crosses itself or is not convex.
 * @throws {BadInput}
 */
export function checkDraft(given: unknown): asserts given is Draft {
  draft(given, "");
  const checked = given as Draft;
  // names of joints and links are read of robots
  checkRobots(checked);
  checkNames(checked);
  const { space, world } = checked;
  for (const [list, role] of [["bodies", "body"] as const, ["world", "part"] as const])
    checked[list].forEach((one, i) => {
      const at = `${list}[${i}]`;
      oneOf(kindsIn[space][role])(one.shape.kind, `${at}.shape.kind`);
      if (one.shape.kind === "polygon") checkConvex(one.shape.vertices, `${at}.shape.vertices`);
      if (one.shape.kind === "outline") checkPieces(one.shape.pieces, `${at}.shape.pieces`);
      if (one.shape.kind === "mesh") checkFaces(one.shape, `${at}.shape.faces`);
      checkPlanes(space, one, at);
    });
  world.forEach(({ name, shape, belt: speed }, i) => {
    if (canRun(shape)) return;
    const at = `world[${i}].belt`;
    if (speed !== undefined || checked.ask.free.some(({ of, what }) => of === name && what === "belt"))
      throw new BadInput(
        at,
        `${at} must be left out and not be free: a ${shape.kind} has no surface along its x axis.`,
      );
  });
  checkJoints(checked);
  checkAsk(checked);
}

function checkNames({ bodies, world, joints = [], robots = [], exclude = [], contact: { materials } }: Draft): void {
  const seen = new Set(taken);
  const take = (name: string, at: string): void => {
    if (seen.has(name)) throw new BadInput(at, `${at} "${name}" is taken: every body and part has a name of its own.`);
    seen.add(name);
  };
  for (const [list, each] of [
    ["bodies", bodies] as const,
    ["world", world] as const,
    ["joints", joints] as const,
    ["robots", robots] as const,
  ])
    for (const [i, { name }] of each.entries()) take(name, `${list}[${i}].name`);
  for (const [i, one] of robots.entries()) for (const name of namesOfRobot(one)) take(name, `robots[${i}].urdf`);
  const owners = [...bodies, ...world].map(({ name }) => name);
  exclude.forEach((both, i) => {
    for (const name of both)
      if (!owners.includes(name))
        throw new BadInput(`exclude[${i}]`, `exclude[${i}]: ${unknownName("body or part", name, owners)}`);
  });
  if (materials.every(({ between }) => between !== undefined))
    throw new BadInput(
      "contact.materials",
      'contact.materials must have an entry without "between", for all other pairs.',
    );
}

function checkPlanes(space: Draft["space"], one: DraftBody | DraftPart, at: string): void {
  const planar = space === "planar";
  const flat = must<Triple>("0 along z in the plane", (x) => !planar || x === undefined || (x as Triple)[2] === 0);
  flat(one.at, `${at}.at`);
  const angle = must(
    planar ? "a number in the plane" : "3 numbers in space",
    (x) => x === undefined || Array.isArray(x) !== planar,
  );
  angle(one.turn, `${at}.turn`);
  if (!("velocity" in one || "spin" in one)) return;
  flat(one.velocity, `${at}.velocity`);
  angle(one.spin, `${at}.spin`);
}

/** Contacts are formulas between all pieces: with more of them nobody waits. */
const mostPieces = 30;

function checkPieces(pieces: readonly (readonly (readonly [number, number])[])[], at: string): void {
  must(`1 to ${mostPieces} outlines`, () => pieces.length > 0 && pieces.length <= mostPieces)(pieces, at);
  for (const [i, piece] of pieces.entries()) checkConvex(piece, `${at}[${i}]`);
}

function checkFaces({ vertices, faces }: Extract<DraftShape, { kind: "mesh" }>, at: string): void {
  must(`of the corners 0 to ${vertices.length - 1}`, () => faces.flat().every((k) => k >= 0 && k < vertices.length))(
    faces,
    at,
  );
}

/** All turns of a convex outline go the same way, once around. */
function checkConvex(vertices: readonly (readonly [number, number])[], at: string): void {
  let turned = 0;
  vertices.forEach(([x, y], i) => {
    const [u, v] = vertices[(i + 1) % vertices.length];
    const [p, q] = vertices[(i + 2) % vertices.length];
    const [a, b, c, d] = [u - x, v - y, p - u, q - v];
    const angle = Math.atan2(a * d - b * c, a * c + b * d);
    if (!(angle > 0))
      throw new BadInput(
        at,
        `${at} must be convex and anticlockwise: it is not at point ${((i + 1) % vertices.length) + 1}.`,
      );
    turned += angle;
  });
  if (turned > 2 * Math.PI + 1e-6) throw new BadInput(at, `${at} must go round once.`);
}

/** True of what says that it is a draft, whether it can be read or not. */
export const isDraftJson = (given: unknown): boolean => isRecord(given) && "draft" in given;

/**
 * The draft of a text of JSON.
 * @throws {BadInput} in one sentence.
 */
export function draftOf(json: string): Draft {
  let given: unknown;
  try {
    given = JSON.parse(unmarked(json));
  } catch (error) {
    throw new BadInput("draft", `The text cannot be read as JSON: ${(error as Error).message.split("\n")[0]}.`);
  }
  checkDraft(given);
  return given;
}
