import { BadInput } from "../../motion/problem/problem.js";
import { askIn } from "./ask/ask-of-code.js";
import { type Polar, velocityOf } from "./ask/polar.js";
import { declarationsOf } from "./code-of-draft.js";
import { checkDraft, type Draft, type DraftBody, type DraftPart, type DraftShape } from "./draft.js";
import type { DraftJoint } from "./joint.js";
import { normal, rounded, shortened, turnOf, turnTo } from "./normal.js";
import { readSource } from "./read-source.js";
import { type DraftRobot, readRobot } from "./robots/robot.js";
import { differenceOf } from "./same-source.js";
import { pieceName } from "./scene-source.js";
import { Call, type Declarations, Ref, type Source } from "./source.js";
import { type Fields, list, number, pair, record, strange, text, triple } from "./source-fields.js";
import { withGridOf } from "./time-of-code.js";

type Triple = readonly [number, number, number];

/**
 * The draft of a file as `codeOfDraft` writes it, with other numbers, bodies, conditions perhaps: in its normal form.
 * @throws {BadInput} in one sentence where the file is not of that form, and means more than a draft can say.
 */
export function draftOfCode(code: string): Draft {
  const given = readSource(code);
  const draft = draftIn(given);
  checkDraft(draft);
  const written = declarationsOf(draft);
  const difference = differenceOf(written, withGridOf(given, written));
  if (difference !== undefined) throw new BadInput("code", `${difference} is not as the page writes it.`);
  return normal(draft);
}

function draftIn(given: Declarations): Draft {
  const constants = new Map(given);
  const model = constants.get("model");
  if (!(model instanceof Call) || (model.of !== "rigid" && model.of !== "compliant"))
    throw strange("model is rigid(…) or compliant(…)");
  const scene = record(model.args[0], "the scene of model");
  const problem = record(constants.get("problem"), "problem");
  const parameters = record(problem.parameters, "problem.parameters");
  const bodies = list(scene.bodies, "model.bodies").map((one) => record(one, "a body"));
  const robotsGiven = list(scene.robots ?? [], "model.robots").map((one) => record(one, "a robot"));
  const space = bodies[0]?.space === "spatial" || robotsGiven.length > 0 ? "spatial" : "planar";
  const numbers: Numbers = (name) => {
    const declared = parameters[name];
    return declared === undefined ? undefined : number(record(declared, name).value, `${name}.value`);
  };
  const joints = list(scene.joints ?? [], "model.joints").map((one) => jointIn(record(one, "a joint"), numbers));
  const robots = robotsGiven.map((one) => robotIn(one, constants, numbers));
  // pairs that a joint holds together come first
  const exclude = list(scene.exclude ?? [], "model.exclude").slice(joints.filter(({ to }) => to !== undefined).length);
  return {
    draft: 1,
    title: text(problem.title, "problem.title"),
    space,
    gravity: triple(scene.gravity, "model.gravity"),
    bodies: bodies.map((one) => bodyIn(one, numbers, { space, start: record(problem.start, "problem.start") })),
    world: partsIn(
      list(scene.world ?? [], "model.world").map((one) => record(one, "a fixed part")),
      numbers,
      space,
    ),
    ...(joints.length > 0 && { joints }),
    ...(robots.length > 0 && { robots }),
    ...(exclude.length > 0 && { exclude: exclude.map(twoNames) }),
    contact: contactIn(model.of, list(scene.materials, "model.materials"), numbers),
    ask: askIn(problem, parameters, model.of === "compliant"),
  };
}

type Numbers = (parameter: string) => number | undefined;

const axes = ["x", "y", "z"] as const;

/** Three numbers by the names of their parameters; undefined where there is none of them. */
function vectorOf(numbers: Numbers, names: readonly string[]): Triple | undefined {
  const [x, y, z] = names.map(numbers);
  return x === undefined && y === undefined && z === undefined ? undefined : [x ?? 0, y ?? 0, z ?? 0];
}

interface InSpace {
  readonly space: Draft["space"];
  readonly start: Fields;
}

function bodyIn(given: Fields, numbers: Numbers, { space, start }: InSpace): DraftBody {
  const name = text(given.name, "the name of a body");
  const of = (what: string): string => `${name}.${what}`;
  const speed = numbers(of("speed"));
  const velocity =
    speed === undefined
      ? vectorOf(
          numbers,
          axes.map((axis) => of(`v${axis}`)),
        )
      : launched({ speed, direction: numbers(of("direction")) ?? 0, elevation: numbers(of("elevation")) ?? 0 });
  const turn = space === "planar" ? numbers(of("turn")) : startTurn(start, name);
  const spin = space === "planar" ? numbers(of("spin")) : vectorOf(numbers, ["wx", "wy", "wz"].map(of));
  return {
    name,
    shape: given.shapes === undefined ? shapeIn(given.shape) : outlineIn(list(given.shapes, "shapes").map(shapeIn)),
    at: vectorOf(numbers, axes.map(of)) ?? [0, 0, 0],
    ...(turn !== undefined && { turn }),
    ...(velocity && { velocity }),
    ...(spin !== undefined && { spin }),
    density: number(given.density, `${name}.density`),
    ...(given.material !== undefined && { material: text(given.material, `${name}.material`) }),
  };
}

function launched(polar: Polar): Triple {
  const [x, y, z] = velocityOf(polar);
  return [rounded(x), rounded(y), rounded(z)];
}

function startTurn(start: Fields, name: string): Triple | undefined {
  const q = ["e0", "ex", "ey", "ez"].map((state) => start[`${name}.${state}`]);
  if (q.every((one) => one === undefined)) return undefined;
  const [w, x, y, z] = q.map((one) => number(one, `the start angle of ${name}`));
  return turnOf([w, x, y, z]);
}

/** A shape of a body, about its centre. */
function shapeIn(given: Source): DraftShape {
  const shape = record(given, "a shape");
  const size = (key: string): number => number(shape[key], `${key} of a shape`);
  switch (shape.kind) {
    case "ball":
      return { kind: "ball", radius: size("radius") };
    case "box":
      return { kind: "box", half: triple(shape.half, "half of a box") };
    case "capsule":
      return { kind: "capsule", half: triple(shape.to, "to of a capsule")[0], radius: size("radius") };
    case "cylinder":
      return { kind: "cylinder", radius: size("radius"), halfLength: size("halfLength") };
    case "polygon":
      return { kind: "polygon", vertices: list(shape.vertices, "vertices").map((one) => pair(one, "a vertex")) };
    case "mesh":
      return {
        kind: "mesh",
        vertices: list(shape.vertices, "vertices").map((one) => triple(one, "a vertex")),
        faces: list(shape.faces, "faces").map((one) => triple(one, "a face")),
      };
    case "half-space":
      return { kind: "ground" };
    default:
      throw strange("a shape is a ball, box, capsule, cylinder, polygon, mesh or half-space");
  }
}

/** Fixed parts, of which those that are called as pieces of another one belong to it. */
function partsIn(given: readonly Fields[], numbers: Numbers, space: Draft["space"]): DraftPart[] {
  const parts: { whole: DraftPart; pieces: DraftShape[] }[] = [];
  for (const one of given) {
    const part = partIn(one, numbers, space);
    const before = parts.at(-1);
    if (before !== undefined && part.name === pieceName(before.whole.name, before.pieces.length))
      before.pieces.push(part.shape);
    else parts.push({ whole: part, pieces: [part.shape] });
  }
  return parts.map(({ whole, pieces }) => (pieces.length === 1 ? whole : { ...whole, shape: outlineIn(pieces) }));
}

function outlineIn(pieces: readonly DraftShape[]): DraftShape {
  return {
    kind: "outline",
    pieces: pieces.map((piece) => {
      if (piece.kind !== "polygon") throw strange("the pieces of an outline are polygons");
      return piece.vertices;
    }),
  };
}

function partIn(given: Fields, numbers: Numbers, space: Draft["space"]): DraftPart {
  const name = text(given.name, "the name of a fixed part");
  const shape = record(given.shape, `the shape of ${name}`);
  const turn = space === "planar" ? numbers(`${name}.turn`) : turnIn(shape);
  const belt = numbers(`${name}.belt`);
  return {
    name,
    shape: space === "planar" ? flat(shape) : upright(shape),
    at: vectorOf(
      numbers,
      axes.map((axis) => `${name}.${axis}`),
    ) ?? [0, 0, 0],
    ...(turn !== undefined && { turn }),
    ...(given.material !== undefined && { material: text(given.material, `${name}.material`) }),
    ...(belt !== undefined && { belt }),
  };
}

function jointIn(given: Fields, numbers: Numbers): DraftJoint {
  const name = text(given.name, "the name of a joint");
  const of = (what: string): number | undefined => numbers(`${name}.${what}`);
  const kind = text(given.kind, `${name}.kind`);
  const { body: to } = record(given.to, `${name}.to`);
  const [turn, endX, axisX, motor] = [of("turn"), of("endX"), of("axisX"), of("motor")];
  return {
    name,
    kind: (kind === "distance" ? "rod" : kind) as DraftJoint["kind"],
    body: text(given.body, `${name}.body`),
    at: [of("x") ?? 0, of("y") ?? 0, of("z") ?? 0],
    ...(to !== undefined && { to: text(to, `${name}.to.body`) }),
    ...(turn !== undefined && { turn }),
    ...(axisX !== undefined && { axis: [axisX, of("axisY") ?? 0, of("axisZ") ?? 0] as const }),
    ...(endX !== undefined && { end: [endX, of("endY") ?? 0, of("endZ") ?? 0] as const }),
    ...(motor !== undefined && { motor }),
  };
}

function robotIn(given: Fields, constants: ReadonlyMap<string, Source>, numbers: Numbers): DraftRobot {
  const name = text(given.name, "the name of a robot");
  const { robot, base } = given;
  const [source] = robot instanceof Call && robot.of === "parseUrdf" ? robot.args : [];
  const urdf = text(source instanceof Ref ? constants.get(source.name) : source, "the URDF of a robot");
  const { orientation } = record(base, "the base of a robot");
  const [w = 1, x = 0, y = 0, z = 0] =
    orientation === undefined ? [] : list(orientation, "orientation").map((one) => number(one, "orientation"));
  const turn = turnOf([w, x, y, z]);
  const joints = readRobot(urdf).joints.map((joint) => {
    const [position = 0, velocity, motor] = ["position", "velocity", "motor"].map((one) => numbers(`${joint}.${one}`));
    return {
      name: joint,
      position,
      ...(velocity !== undefined && { velocity }),
      ...(motor !== undefined && { motor }),
    };
  });
  const at = vectorOf(
    numbers,
    axes.map((axis) => `${name}.${axis}`),
  );
  return { name, urdf, at: at ?? [0, 0, 0], ...(turn && { turn }), joints };
}

function twoNames(given: Source): readonly [string, string] {
  const [a, b] = list(given, "a pair of exclude");
  return [text(a, "exclude"), text(b, "exclude")];
}

/** The shape of a fixed part of the plane, whose corners stand beside its place. */
function flat(shape: Fields): DraftShape {
  if (shape.kind === "capsule")
    return {
      kind: "capsule",
      half: besidePlace(list(shape.to, "to of a capsule")[0]),
      radius: number(shape.radius, "radius of a capsule"),
    };
  if (shape.kind !== "polygon") return shapeIn({ ...shape });
  const vertices = list(shape.vertices, "vertices").map((one): [number, number] => {
    const [x, y] = list(one, "a vertex");
    // turned, both coordinates are in both of the world's
    const turned = x instanceof Call && x.args[1] instanceof Call ? x.args[1] : undefined;
    return turned === undefined
      ? [besidePlace(x), besidePlace(y)]
      : [factor(turned.args[0], "a vertex"), factor(turned.args[1], "a vertex")];
  });
  return { kind: "polygon", vertices };
}

/** The number u of add(x, u), and of add(x, sub(mul(u, c), …)). */
function besidePlace(source: Source | undefined): number {
  const [, beside] = source instanceof Call ? source.args : [];
  return beside instanceof Call ? factor(beside.args[0], "a corner") : number(beside, "a corner");
}

const factor = (source: Source | undefined, what: string): number =>
  number(source instanceof Call ? source.args[0] : undefined, what);

function upright(shape: Fields): DraftShape {
  if (shape.kind !== "capsule") return shapeIn({ ...shape });
  const half = shortened(Math.hypot(...ends(shape)));
  return { kind: "capsule", half, radius: number(shape.radius, "radius of a capsule") };
}

const ends = (shape: Fields): number[] => list(shape.to, "to of a capsule").map(besidePlace);

function turnIn(shape: Fields): Triple | undefined {
  if (shape.kind === "capsule") return turnTo(ends(shape));
  if (shape.kind === "half-space")
    return turnOf(rotationTo(triple(shape.normal, "normal"), triple(shape.tangent, "tangent")));
  const orientation = shape.pose === undefined ? undefined : record(shape.pose, "pose").orientation;
  if (orientation === undefined) return undefined;
  const [w, x, y, z] = list(orientation, "orientation").map((one) => number(one, "orientation"));
  return turnOf([w, x, y, z]);
}

/** The rotation that takes z to a normal and x to a tangent across it, as a quaternion. */
function rotationTo([nx, ny, nz]: Triple, [tx, ty, tz]: Triple): [number, number, number, number] {
  const [bx, by, bz] = [ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx];
  const w = Math.sqrt(Math.max(0, 1 + tx + by + nz)) / 2;
  // the largest of the four is divided by: none is lost near half a turn
  const x = Math.sqrt(Math.max(0, 1 + tx - by - nz)) / 2;
  const y = Math.sqrt(Math.max(0, 1 - tx + by - nz)) / 2;
  const z = Math.sqrt(Math.max(0, 1 - tx - by + nz)) / 2;
  const most = Math.max(w, x, y, z);
  if (w === most) return [w, (bz - ny) / (4 * w), (nx - tz) / (4 * w), (ty - bx) / (4 * w)];
  if (x === most) return [(bz - ny) / (4 * x), x, (ty + bx) / (4 * x), (nx + tz) / (4 * x)];
  if (y === most) return [(nx - tz) / (4 * y), (ty + bx) / (4 * y), y, (bz + ny) / (4 * y)];
  return [(ty - bx) / (4 * z), (nx + tz) / (4 * z), (bz + ny) / (4 * z), z];
}

function contactIn(of: "rigid" | "compliant", given: readonly Source[], numbers: Numbers): Draft["contact"] {
  const entry = (one: Source) => {
    const fields = record(one, "an entry of materials");
    const value = (name: string): number =>
      (fields[name] instanceof Call ? numbers(name) : undefined) ?? number(fields[name], name);
    const [a, b] = fields.between === undefined ? [] : list(fields.between, "between");
    const between = [text(a ?? "", "between"), text(b ?? "", "between")] as const;
    return { value, ...(fields.between !== undefined && { between }) };
  };
  if (of === "rigid")
    return {
      kind: "rigid",
      materials: given.map(entry).map(({ value, ...rest }) => ({
        ...rest,
        friction: value("friction"),
        restitution: value("restitution"),
      })),
    };
  return {
    kind: "soft",
    materials: given.map(entry).map(({ value, ...rest }) => ({
      ...rest,
      friction: value("friction"),
      stiffness: value("stiffness"),
      damping: value("damping"),
    })),
  };
}
