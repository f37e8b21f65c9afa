import { finish, type Stepwise } from "../../../algebra/stepwise.js";
import { compile, compiled, compiledRows, type Kernel, type RowKernel } from "../../../expr/compile.js";
import { type Expr, substituteAll, variable } from "../../../expr/expr.js";
import { scaleV, vec3 } from "../../../expr/vector.js";
import {
  type Assembly,
  type SolidKind,
  type Solids,
  type SpaceSizes,
  solidPlaces,
  solidSizes,
  spaceSizes,
} from "../../../mechanics/assembly.js";
import { type Body, bodyStates, kinematics, mechanicalEnergy, newtonEuler } from "../../../mechanics/body.js";
import { frame } from "../../../mechanics/model.js";
import { inputPlaces, solidInputs, velocityNames } from "../../../mechanics/solids/solid-kinds.js";

/** The numbers of an assembly of solids for one set of parameters, and its kernels. */
export interface SolidWorld {
  readonly assembly: Assembly;
  readonly solids: Solids;
  readonly bodies: number;
  /** Bodies and parts of the world. */
  readonly all: number;
  readonly classes: number;
  readonly kernels: readonly KindKernels[];
  /** Unknowns of the largest kind. */
  readonly mostUnknowns: number;
  /** All numbers, see `solidPlaces`, and behind them the unit of momenta. */
  readonly numbers: Float64Array;
}

/** A kind of contact made ready. */
export interface KindKernels {
  readonly kind: SolidKind;
  readonly sizes: SpaceSizes;
  /** Velocities of its bodies that move. */
  readonly velocities: number;
  readonly unknowns: number;
  readonly places: ReturnType<typeof inputPlaces>;
  /** Rows by the velocities of the first body, and of the second if it moves, and by the unknowns. */
  readonly rows: RowKernel;
  readonly guess: () => Kernel;
  readonly end: Kernel;
}

/** Memory for the numbers of an assembly of solids. */
export function solidWorld(assembly: Assembly, solids: Solids): SolidWorld {
  const { bodies, planes, classes, numbers } = assembly;
  let kernels: readonly KindKernels[] | undefined;
  return {
    assembly,
    solids,
    bodies: bodies.length,
    all: bodies.length + planes.length,
    classes: Math.max(...classes) + 1,
    // a march that is aborted before its first step needs none
    get kernels() {
      kernels ??= solids.kinds.map((kind) => finish(kernelsOf(kind, solids.sizes)));
      return kernels;
    },
    mostUnknowns: Math.max(0, ...solids.kinds.map(({ unknowns }) => unknowns.length)),
    numbers: new Float64Array(numbers.length + 1).fill(1),
  };
}

/** The unit in which rows of bodies are told [N s]: below one where the lightest body asks for closer steps. */
export const momentumUnit = ({ numbers }: SolidWorld): number => numbers[numbers.length - 1];

/** The place of a body's mass; its inertia and its reach stand behind it. */
export const bodyAt = (world: SolidWorld, body: number): number =>
  solidPlaces(world.assembly).bodies + solidSizes.body * body;

/** How far a body reaches from its centre of mass [m]. */
export const reachAt = (world: SolidWorld, body: number): number => world.numbers[bodyAt(world, body) + 7];

const made = new WeakMap<SolidKind, KindKernels>();

/** Compiles in parts the kernels of any body and of all kinds of contact, which are kept. */
export function* preparedKinds({ kinds, sizes }: Solids): Stepwise<void> {
  known[sizes.space] ??= yield* makeBody(sizes.space);
  for (const kind of kinds) yield* kernelsOf(kind, sizes);
}

function* kernelsOf(kind: SolidKind, sizes: SpaceSizes): Stepwise<KindKernels> {
  const there = made.get(kind);
  if (there !== undefined) return there;
  const { inputs, rows, guess, end, moving, unknowns } = kind;
  const { velocities: first, unknowns: from } = solidInputs;
  const until = from + unknowns.length;
  const columns = [
    ...[first, ...(moving ? [first + 6] : [])].flatMap((at) => inputs.slice(at, at + sizes.velocities)),
    ...inputs.slice(from, until),
  ];
  let guessed: Kernel | undefined;
  const kernels: KindKernels = {
    kind,
    sizes,
    velocities: (moving ? 2 : 1) * sizes.velocities,
    unknowns: unknowns.length,
    places: inputPlaces(unknowns.length),
    rows: yield* compiledRows(inputs, columns, rows),
    guess() {
      guessed ??= compile(inputs, guess);
      return guessed;
    },
    end: yield* compiled(inputs, end),
  };
  made.set(kind, kernels);
  return kernels;
}

/** Any body, in space with all entries of its inertia. */
export interface SolidBody {
  /** Newton–Euler rows under gravity by the velocities: states, next velocities, mass, inertia, gravity, h. */
  readonly rows: RowKernel;
  /** The next pose, of the same inputs. */
  readonly pose: Kernel;
  /** Energy of the states, of the same inputs. */
  readonly energy: Kernel;
}

/** Places among the inputs of a body's kernels. */
export const bodyInputs = { states: 0, velocities: 13, numbers: 19, gravity: 26, h: 29, size: 30 };

const known: { [space in SpaceSizes["space"]]?: SolidBody } = {};

/** Kernels of any body. */
export function solidBody(space: SpaceSizes["space"]): SolidBody {
  const found = known[space] ?? finish(makeBody(space));
  known[space] = found;
  return found;
}

/** The formulas of any body, and the leaves that are their inputs. */
export function bodyFormulas(space: SpaceSizes["space"]) {
  const planar = space === "planar";
  const sizes = spaceSizes[space];
  const leaf = (name: string): Expr => variable(`any.${name}`);
  const mass = leaf("mass");
  const tensor = [leaf("xx"), leaf("yy"), leaf("zz"), leaf("xy"), leaf("xz"), leaf("yz")] as const;
  const gravity = vec3(leaf("gx"), leaf("gy"), leaf("gz"));
  const any: Body = { name: "any", space, mass, inertia: planar ? tensor[0] : [...tensor] };
  const states = bodyStates(any).map(({ name }) => name);
  const pose = states.slice(0, sizes.places);
  const next = velocityNames(space).map((name) => frame.next(`any.${name}`));
  const unused = (count: number, of: string): Expr[] => Array.from({ length: count }, (_, i) => leaf(`${of}.none${i}`));
  const inputs = [
    ...states.map(frame.now),
    ...unused(bodyInputs.velocities - states.length, "states"),
    ...next,
    ...unused(6 - next.length, "velocities"),
    mass,
    ...tensor,
    ...gravity,
    frame.h,
  ];
  const defines = kinematics(any, frame);
  const moved = new Map(pose.map((name) => [frame.next(name), defines[name]] as const));
  const rows = newtonEuler(any, frame, { force: scaleV(mass, gravity), torque: vec3(0, 0, 0) });
  return {
    inputs,
    next,
    rows: substituteAll(
      rows.map(({ residual }) => residual),
      moved,
    ),
    pose: pose.map((name) => defines[name]),
    energy: mechanicalEnergy(any, frame.now, gravity),
  };
}

function* makeBody(space: SpaceSizes["space"]): Stepwise<SolidBody> {
  const { inputs, next, rows, pose, energy } = bodyFormulas(space);
  return {
    rows: yield* compiledRows(inputs, next, rows),
    pose: compile(inputs, pose),
    energy: compile(inputs, [energy]),
  };
}

/** Loads the inputs of a body's kernels: its states and numbers, gravity and h. */
export function loadBody(
  world: SolidWorld,
  body: number,
  { states, h }: { readonly states: Float64Array; readonly h: number },
  into: Float64Array,
): void {
  const { numbers } = world;
  const at = bodyAt(world, body);
  const { states: count } = world.solids.sizes;
  for (let i = 0; i < count; i++) into[bodyInputs.states + i] = states[count * body + i];
  for (let i = 0; i < 7; i++) into[bodyInputs.numbers + i] = numbers[at + i];
  for (let i = 0; i < 3; i++) into[bodyInputs.gravity + i] = numbers[i];
  into[bodyInputs.h] = h;
}
