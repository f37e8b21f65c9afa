import { hypot } from "../algebra/elementary/elementary.js";
import { vector as checkGravity, has, isRecord } from "../checks/fields.js";
import { type Expr, evaluate, type Scalar, toExpr } from "../expr/expr.js";
import { dot, vec3 } from "../expr/vector.js";
import type { Ball, HalfSpace, Shape } from "../geometry/shape.js";
import type { Assembly } from "./assembly.js";
import { type Body, bodyStates, bodyView } from "./body.js";
import { type CompliantContact, compliantContact } from "./compliance.js";
import type { ContactLaw } from "./contact.js";
import { lawNumbers } from "./contact-kinds.js";
import { isExcluded, numbersFor, refuseUnknown, type Touchable, weigh } from "./expand.js";
import { type Model, next, type Requirement, type Stage, usedNames } from "./model.js";
import { bodyRequirements, shapesRequirements } from "./requirements.js";
import type { Scene, ShapedScene } from "./scene.js";
import { checkTouching, type Touching } from "./shaped-scene.js";
import type { ModelViews, Overlap } from "./views.js";

/** From so many bodies on, a pair that does not touch is not worth its rows. */
export const leastBodies = 8;

/** All that an assembly knows of a scene and of a pair of materials; with anything else a scene has rows. */
const sceneKeys = ["gravity", "bodies", "world", "contacts", "materials", "groups", "exclude"];
const lawKeys = ["between", "friction", "stiffness", "damping", "coneSmoothing"];

const hasOnly = (given: unknown, keys: readonly string[]): boolean =>
  isRecord(given) && Object.entries(given).every(([key, value]) => value === undefined || keys.includes(key));

interface Round {
  readonly body: Body;
  readonly ball: Ball;
  readonly part: Touchable;
}

/**
 * The model of a shaped scene of many balls among half-spaces without ends: the step (10) of Song, Kumar, Pang under the
 * projection law, solved contact by contact. Undefined for any other scene, which has rows for each of its contacts.
 * @throws {BadInput} for a field that holds what it cannot.
 */
export function assemblyModel(
  scene: ShapedScene<CompliantContact>,
  law: ContactLaw<CompliantContact>,
  least = leastBodies,
): Model | undefined {
  const touching = manyTouching(scene, law, least);
  if (touching === undefined) return undefined;
  const { world = [] } = scene;
  const balls = scene.bodies.map((given) => (given.space === "spatial" ? weigh(given) : undefined)).map(roundOf);
  const planes = world.map(({ name, shape, material }): Touchable | undefined =>
    isEndless(shape) ? { name, owner: name, space: undefined, index: 0, shape, material } : undefined,
  );
  if (!balls.every((ball) => ball !== undefined) || !planes.every((plane) => plane !== undefined)) return undefined;
  const owners = [...balls.map(({ part }) => part), ...planes];
  const table = lawsOf(touching, owners, balls.length);
  const assembly: Assembly = {
    bodies: balls.map(({ body }) => body.name),
    planes: planes.map(({ name }) => name),
    numbers: [
      ...scene.gravity,
      ...balls.flatMap(({ body, ball }) => [body.mass, body.inertia as Scalar, ball.radius]),
      ...planes.flatMap(({ shape }) => (isEndless(shape) ? [shape.offset, ...shape.normal, ...shape.tangent] : [])),
      ...table.numbers.flatMap(lawNumbers),
    ].map(toExpr),
    classes: table.classes,
    laws: table.laws,
  };
  const stage: Stage = { rows: [], pairs: [], observe: {}, assembly };
  return {
    name: "compliant",
    state: balls.flatMap(({ body }) => bodyStates(body)),
    inside: [],
    parameters: usedNames(stage, "parameters"),
    inputs: [],
    step: () => stage,
    requires: [
      ...shapesRequirements({ bodies: balls.map(({ body }) => body), world: scene.world ?? [] }),
      ...balls.flatMap(({ body }) => bodyRequirements(body)),
      ...lawRequirements(law, table.numbers),
    ],
    views: {
      ...viewsOf(
        scene,
        balls.map(({ body }) => body),
        law,
      ),
      overlaps: deepestOverlap({
        balls: balls.map(({ body: { name }, ball }) => ({ name, ball })),
        planes: planes.flatMap(({ name, shape }) => (isEndless(shape) ? [{ name, shape }] : [])),
        touch: (a, b) => table.laws[table.classes[a] * table.count + table.classes[b]] >= 0,
      }),
    },
  };
}

/**
 * The part of a scene of many bodies that is about touching, checked; undefined where a pair that does not touch may have
 * its rows all the same, or where the scene has what only rows can have.
 * @throws {BadInput} for a field that holds what it cannot.
 */
export function manyTouching(
  scene: ShapedScene<CompliantContact>,
  law: ContactLaw<CompliantContact>,
  least: number,
): Touching<CompliantContact> | undefined {
  if (!isRecord(scene) || scene.contacts !== "all" || law.name !== "projection") return undefined;
  if (!hasOnly(scene, sceneKeys) || !Array.isArray(scene.materials)) return undefined;
  if (!scene.materials.every((entry) => hasOnly(entry, lawKeys))) return undefined;
  if (!Array.isArray(scene.bodies) || scene.bodies.length < least) return undefined;
  if (Array.isArray(scene.world) && scene.world.some((part) => has("surfaceVelocity", part))) return undefined;
  const { bodies, world, contacts, materials, groups, exclude } = scene;
  const touching = { bodies, contacts, materials, world, groups, exclude } as Touching<CompliantContact>;
  checkTouching(touching, law.contact ?? compliantContact);
  checkGravity(scene.gravity, "gravity");
  refuseUnknown(touching);
  return touching;
}

/** The meaning of the columns of an assembly, of all its contacts together. */
export function viewsOf(
  scene: ShapedScene<CompliantContact>,
  bodies: readonly Body[],
  law: ContactLaw<CompliantContact>,
): ModelViews {
  return {
    contacts: [
      {
        name: "contacts",
        columns: {
          normal: "contacts.normalForce",
          separation: "contacts.separation",
          coneExcess: "contacts.coneExcess",
        },
        shares: {
          deepest: "contacts.deepest",
          passedThrough: "contacts.passedThrough",
          smoothed: ["contacts.smoothedFriction", "contacts.friction"],
        },
      },
    ],
    bodies: bodies.map((body, i) => {
      const { quaternionNorm: _, ...view } = bodyView(body);
      return i === 0 && body.space === "spatial" ? { ...view, quaternionNorm: "bodies.quaternionNorm" } : view;
    }),
    scene: { kind: "shaped", law: law.name, scene },
  };
}

/** Conditions on the numbers of the laws of an assembly. */
export const lawRequirements = (law: ContactLaw<CompliantContact>, numbers: readonly Numbers[]): Requirement[] =>
  numbers.flatMap((each, i) => {
    const point: Shape = { kind: "point", at: [0, 0, 0] };
    return law.requires({ ...each, name: `materials[${i}]`, body: "any", shape: point, against: point }, false);
  });

const shown = new WeakMap<ShapedScene<CompliantContact>, Scene<CompliantContact>>();

/** The bodies and the world of a shaped scene without its contacts, which are as many as there are pairs: to be drawn. */
export function bodiesAlone(scene: ShapedScene<CompliantContact>): Scene<CompliantContact> {
  const known = shown.get(scene);
  if (known !== undefined) return known;
  const { gravity, bodies, world = [] } = scene;
  const made = { gravity, bodies: bodies.map((given) => weigh(given).body), contacts: [], world };
  shown.set(scene, made);
  return made;
}

function roundOf(weighed: ReturnType<typeof weigh> | undefined): Round | undefined {
  if (weighed === undefined || weighed.parts.length !== 1) return undefined;
  const { body, parts } = weighed;
  const [part] = parts;
  const { shape } = part;
  if (shape.kind !== "ball" || shape.centre !== undefined || Array.isArray(body.inertia)) return undefined;
  return { body, ball: shape, part };
}

const isEndless = (shape: Shape): shape is HalfSpace =>
  shape.kind === "half-space" && shape.stretch === undefined && shape.breadth === undefined;

export type Numbers = ReturnType<typeof numbersFor<CompliantContact>>;

/** Classes of what has one material, one make and the same exclusions, and the law between any two of them. */
export function lawsOf(
  touching: Touching<CompliantContact>,
  owners: readonly Touchable[],
  bodies: number,
  makes: readonly string[] = [],
) {
  const { exclude = [], groups = {} } = touching;
  const within = (name: string, owner: string): boolean => name === owner || (groups[name] ?? []).includes(owner);
  const first: Touchable[] = [];
  const known = new Map<string, number>();
  const sizes: number[] = [];
  const classes = owners.map((owner, i) => {
    const sides = exclude.map(([a, b]) => [within(a, owner.owner), within(b, owner.owner)]);
    const key = JSON.stringify([i < bodies, owner.material ?? null, sides, makes[i] ?? ""]);
    const found = known.get(key) ?? first.length;
    if (found === first.length) {
      known.set(key, found);
      first.push(owner);
    }
    sizes[found] = (sizes[found] ?? 0) + 1;
    return found;
  });
  const numbers: Numbers[] = [];
  const laws = first.flatMap((a, i) =>
    first.map((b, j) => {
      const isMoving = a.space !== undefined || b.space !== undefined;
      if (!isMoving || (i === j && sizes[i] < 2) || isExcluded(touching, a.owner, b.owner)) return -1;
      const own = numbersFor(touching.materials, a, b);
      const same = numbers.findIndex((other) => sameNumbers(own, other));
      if (same >= 0) return same;
      numbers.push(own);
      return numbers.length - 1;
    }),
  );
  return { classes, laws, numbers, count: first.length };
}

const sameNumbers = (a: Numbers, b: Numbers): boolean => lawNumbers(a).every((x, i) => x === lawNumbers(b)[i]);

/** A ball of many, by the name of its body. */
interface Placed {
  readonly name: string;
  readonly ball: Pick<Ball, "radius">;
}

/** A half-space of the world by its name. */
interface Ground {
  readonly name: string;
  readonly shape: HalfSpace;
}

/** Balls and half-spaces, and which of them may touch, by their numbers: balls first. */
interface Crowd {
  readonly balls: readonly Placed[];
  readonly planes: readonly Ground[];
  readonly touch: (a: number, b: number) => boolean;
}

/** The two of a crowd that are deepest in each other in parts of their radii, as a function of the values of leaves. */
function deepestOverlap({ balls, planes, touch }: Crowd): (value: (leaf: string) => number) => Overlap | undefined {
  const at = (e: Expr, value: (leaf: string) => number): number => evaluate(e, value);
  return (value) => {
    const placed = balls.map(({ name, ball }, number) => ({
      name,
      number,
      radius: at(toExpr(ball.radius), value),
      place: ["x", "y", "z"].map((axis) => at(next(`${name}.${axis}`), value)),
    }));
    let worst: Overlap | undefined;
    const tell = (names: readonly [string, string | undefined], depth: number, room: number): void => {
      if (depth > 0 && (worst === undefined || depth / room > worst.depth / worst.room)) worst = { names, depth, room };
    };
    // along x only neighbours can overlap
    const order = [...placed].sort((a, b) => a.place[0] - b.place[0] || a.number - b.number);
    const widest = Math.max(...placed.map(({ radius }) => radius));
    order.forEach((a, i) => {
      for (const b of order.slice(i + 1)) {
        if (b.place[0] - a.place[0] > a.radius + widest) break;
        if (!touch(a.number, b.number)) continue;
        const room = a.radius + b.radius;
        const apart = hypot(...a.place.map((x, k) => x - b.place[k]));
        const names = a.number < b.number ? ([a.name, b.name] as const) : ([b.name, a.name] as const);
        tell(names, room - apart, room);
      }
    });
    planes.forEach(({ shape }, k) => {
      const height = dot(vec3(...shape.normal), [next("x"), next("y"), next("z")]);
      for (const { name, number, radius, place } of placed) {
        if (!touch(number, balls.length + k)) continue;
        const along = (leaf: string): number => {
          const axis = ["next.x", "next.y", "next.z"].indexOf(leaf);
          return axis < 0 ? value(leaf) : place[axis];
        };
        tell([name, undefined], radius - (at(height, along) - at(toExpr(shape.offset), value)), radius);
      }
    });
    return worst;
  };
}
