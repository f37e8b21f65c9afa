import type { Polyhedron } from "./convex.js";
import {
  anything,
  type Check,
  fields,
  flag,
  holding,
  isRecord,
  kindOf,
  listOf,
  must,
  name,
  namedOf,
  oneOf,
  quantities,
  quantity,
  recordOf,
} from "./fields.js";

const vector = quantities(3);
const pair = quantities(2);
const space = oneOf(["planar", "spatial"]);

type Fields = Readonly<Record<string, Check>>;
const kind = (required: Fields, optional?: Fields): Check => fields({ kind: anything, ...required }, optional);

const halfSpace = kind({ normal: vector, tangent: vector, offset: quantity }, { stretch: pair });

const shape = kindOf({
  "half-space": halfSpace,
  round: kind({ radius: quantity }, { centre: vector }),
  point: kind({ at: vector }),
  segment: kind({ from: vector, to: vector }),
  polygon: kind({ vertices: listOf(pair) }),
  vertices: kind({ vertices: listOf(vector) }),
  patch: kind({ points: listOf(vector) }),
  cylinder: kind({ radius: quantity, halfLength: quantity }),
  block: kind({ half: vector }, { rounding: quantity }),
  pad: kind({ half: pair, depth: quantity }),
});

const polyhedron = kind({
  vertices: listOf(vector),
  faces: listOf(
    fields({ normal: vector, offset: quantity, vertices: listOf(must("a whole number", Number.isInteger)) }),
  ),
});

const convex = kindOf({
  polyhedron: (given, at) => {
    polyhedron(given, at);
    const { vertices, faces } = given as Polyhedron;
    must("at least four vertices", () => vertices.length >= 4)(vertices, `${at}.vertices`);
    faces.forEach((face, i) => {
      const there = (): boolean =>
        face.vertices.length >= 3 && face.vertices.every((k) => k >= 0 && k < vertices.length);
      must(`three or more of the vertices 0 to ${vertices.length - 1}`, there)(
        face.vertices,
        `${at}.faces[${i}].vertices`,
      );
    });
  },
  sphere: kind({ radius: quantity }),
  ellipsoid: kind({ halfAxes: vector }),
  cylinder: kind({ radius: quantity, halfHeight: quantity }),
});

const hasKind = (given: unknown): boolean => isRecord(given) && "kind" in (given as object);

/** A shape of the world, or of another body. */
const against: Check = (given, at) => (hasKind(given) ? shape : fields({ body: name, shape }))(given, at);

/** Laws need more, and a contact may hold what only other laws need. */
const contact = holding({ name, body: name, shape, against, friction: quantity });

const inertia = must(
  "a finite number, three or six, or formulas",
  (given) => !Array.isArray(given) || given.length === 3 || given.length === 6,
);

const body = fields({
  name,
  space,
  mass: quantity,
  inertia: (given, at) => {
    inertia(given, at);
    if (Array.isArray(given)) quantities(given.length)(given, at);
    else quantity(given, at);
  },
});

const wrench = { body: name, force: vector, torque: vector };

const scene = fields(
  { gravity: vector, bodies: namedOf(body), contacts: namedOf(contact) },
  { applied: listOf(fields(wrench)) },
);

/**
 * That a scene of bodies and contacts has what it needs; numbers and names are checked with its model.
 * @throws {BadInput} naming the field.
 */
export function checkScene(given: unknown): void {
  scene(given, "");
}

const patchContact = holding({
  name,
  body: name,
  shape: convex,
  against: kindOf({ "half-space": halfSpace, convex: kind({ shape: convex, tangent: vector }, { body: name }) }),
  friction: quantity,
  frictionAxes: vector,
});

const patchScene = fields(
  { gravity: vector, bodies: namedOf(body), contacts: namedOf(patchContact) },
  { applied: listOf(fields(wrench, { at: vector })) },
);

/**
 * The same of a scene of bodies on patches.
 * @throws {BadInput} naming the field.
 */
export function checkPatchScene(given: unknown): void {
  patchScene(given, "");
}

const numbers = must("three finite numbers", (x) => Array.isArray(x) && x.length === 3 && x.every(Number.isFinite));

const unitQuaternion = must(
  "a unit quaternion, w first",
  (x) => Array.isArray(x) && x.length === 4 && Math.abs(Math.hypot(...x) - 1) <= 1e-6,
);

const slider = fields(
  { name, slides: listOf(fields({ drive: name, along: vector })) },
  { at: vector, orientation: unitQuaternion },
);

const arm = fields(
  {
    robot: holding({
      links: listOf(name),
      joints: listOf(holding({ name, parent: name, child: name, axis: numbers })),
    }),
  },
  { position: numbers, orientation: unitQuaternion },
);

const hasRobot = (given: unknown): boolean => isRecord(given) && "robot" in (given as object);

const quasistaticScene = fields(
  {
    gravity: vector,
    parts: namedOf(fields({ name, space, mass: quantity, halfDiameter: quantity }, { turns: flag })),
    movers: listOf((mover, at) => (hasRobot(mover) ? arm : slider)(mover, at)),
    contacts: namedOf(contact),
  },
  {
    edges: must("an even number from 2", (x) => Number.isInteger(x) && (x as number) >= 2 && (x as number) % 2 === 0),
    wrenches: listOf(fields(wrench)),
    commands: recordOf(quantity),
    observe: recordOf(quantity),
    requires: listOf(anything),
  },
);

/**
 * The same of a quasistatic scene.
 * @throws {BadInput} naming the field.
 */
export function checkQuasistaticScene(given: unknown): void {
  quasistaticScene(given, "");
}

const slidingScene = fields({
  body: name,
  contact: name,
  mass: quantity,
  inertia: quantity,
  height: quantity,
  gravity: quantity,
  friction: quantity,
  frictionAxes: vector,
  force: vector,
  torque: vector,
  footprint: listOf(pair),
});

/**
 * The same of a scene of one sliding body.
 * @throws {BadInput} naming the field.
 */
export function checkSlidingScene(given: unknown): void {
  slidingScene(given, "");
}
