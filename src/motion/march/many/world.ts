import type { Stepwise } from "../../../algebra/stepwise.js";
import { compile, compiledRows, compileRows, type Kernel, type RowKernel } from "../../../expr/compile.js";
import { type Expr, variable } from "../../../expr/expr.js";
import { type Assembly, assemblyPlaces } from "../../../mechanics/assembly.js";
import { kinematics, mechanicalEnergy } from "../../../mechanics/body.js";
import { ballOnBallKind, ballOnHalfSpaceKind, type ContactKind, kindInputs } from "../../../mechanics/contact-kinds.js";
import { frame } from "../../../mechanics/model.js";
import { inParts, type Lazy } from "../../compile/step.js";

/** The numbers of an assembly for one set of parameters. */
export interface World {
  readonly bodies: number;
  readonly planes: number;
  readonly gravity: Float64Array;
  readonly mass: Float64Array;
  /** I/r² [kg]: rotational unknowns are rω, so that all rows are newtons and all unknowns m/s. */
  readonly spin: Float64Array;
  readonly radius: Float64Array;
  /** Offset, normal, tangent of each plane. */
  readonly plane: Float64Array;
  /** Law of classes by `classes` and `laws` of the assembly: friction, stiffness, damping, cone smoothing. */
  readonly law: Float64Array;
}

/** Memory for the numbers of an assembly, written by `readWorld`. */
export function emptyWorld({ bodies, planes, numbers }: Assembly): World {
  const laws = numbers.length - assemblyPlaces({ bodies, planes }).laws;
  return {
    bodies: bodies.length,
    planes: planes.length,
    gravity: new Float64Array(3),
    mass: new Float64Array(bodies.length),
    spin: new Float64Array(bodies.length),
    radius: new Float64Array(bodies.length),
    plane: new Float64Array(7 * planes.length),
    law: new Float64Array(laws),
  };
}

/** Writes the numbers of an assembly. */
export function readWorld(assembly: Assembly, numbers: Float64Array, into: World): void {
  const places = assemblyPlaces(assembly);
  into.gravity.set(numbers.subarray(0, 3));
  for (let i = 0; i < into.bodies; i++) {
    const at = places.bodies + 3 * i;
    into.mass[i] = numbers[at];
    into.radius[i] = numbers[at + 2];
    into.spin[i] = numbers[at + 1] / (numbers[at + 2] * numbers[at + 2]);
  }
  into.plane.set(numbers.subarray(places.planes, places.laws));
  into.law.set(numbers.subarray(places.laws));
}

/** How many classes an assembly has: its laws are a square table of them. */
export const classesOf = ({ laws }: Pick<Assembly, "laws">): number => Math.round(Math.sqrt(laws.length));

/** The law between two of an assembly of so many classes: the first of its numbers in `World.law`, or −1 where they never touch. */
export function lawBetween({ classes, laws }: Assembly, count: number, a: number, b: number): number {
  const law = laws[classes[a] * count + classes[b]];
  return law < 0 ? -1 : 4 * law;
}

/** A kind of contact as kernels, each compiled once for all contacts of all problems. */
export interface KindKernels {
  readonly values: Kernel;
  readonly held: RowKernel;
  readonly end: Kernel;
  /** By all inputs but the forces; without friction where that is none, or where nothing pushes. */
  readonly whole: { readonly rough: Lazy<RowKernel>; readonly smooth: Lazy<RowKernel> };
}

let kinds: readonly [KindKernels, KindKernels] | undefined;

/** Ball on ball, and ball on half-space. */
export function contactKernels(): readonly [KindKernels, KindKernels] {
  kinds ??= [kernelsOf(ballOnBallKind), kernelsOf(ballOnHalfSpaceKind)];
  return kinds;
}

function kernelsOf(kindOf: (friction?: number) => ContactKind): KindKernels {
  const { inputs, values, held, end, whole } = kindOf();
  const columns = [...inputs.slice(0, kindInputs.forces), ...inputs.slice(kindInputs.shapes)];
  return {
    values: compile(inputs, values),
    // by the velocity, and by the angular velocity of the first
    held: compileRows(inputs, [...inputs.slice(3, 9)], held),
    end: compile(inputs, end),
    whole: {
      rough: inParts(() => compiledRows(inputs, columns, whole)),
      smooth: inParts(() => compiledRows(inputs, columns, kindOf(0).whole)),
    },
  };
}

/** Compiles in parts the kernels that only slopes ask for. */
export function* preparedSlopes(): Stepwise<void> {
  for (const { whole } of contactKernels())
    for (const kernel of [whole.rough, whole.smooth]) {
      yield* kernel.parts();
      yield;
    }
}

/** The next pose and the energy of a body, as its states at both ends, mass, inertia, gravity and h make them. */
export interface BodyKernels {
  /** Position (3) and quaternion (4) from those at the start, velocities, h, and by all of these. */
  readonly pose: RowKernel;
  /** Energy from the 13 states, mass, inertia, gravity (3). */
  readonly energy: Kernel;
}

let body: BodyKernels | undefined;

/** Kernels of any isotropic body. */
export function bodyKernels(): BodyKernels {
  body ??= makeBodyKernels();
  return body;
}

function makeBodyKernels(): BodyKernels {
  const [mass, inertia] = [variable("body.mass"), variable("body.inertia")];
  const gravity: [Expr, Expr, Expr] = [variable("gravity.x"), variable("gravity.y"), variable("gravity.z")];
  const any = { name: "any", space: "spatial", mass, inertia } as const;
  const pose = ["x", "y", "z", "e0", "ex", "ey", "ez"].map((name) => `any.${name}`);
  const velocities = ["vx", "vy", "vz", "wx", "wy", "wz"].map((name) => `any.${name}`);
  const defines = kinematics(any, frame);
  const moved = [...pose.map(frame.now), ...velocities.map(frame.next)];
  return {
    pose: compileRows(
      [...moved, frame.h],
      [...moved, frame.h],
      pose.map((name) => defines[name]),
    ),
    energy: compile(
      [...pose.map(frame.next), ...velocities.map(frame.next), mass, inertia, ...gravity],
      [mechanicalEnergy(any, frame.next, gravity)],
    ),
  };
}
