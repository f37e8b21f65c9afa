import { lookUp } from "../checks/look-up.js";
import { add, constant, cos, type Expr, mul, type Scalar, sin, sub, toExpr } from "../expr/expr.js";
import { addV, quat, rotationMatrix, subV, type Vec3, vec3 } from "../expr/vector.js";
import { type Drive, driveOf, type Inertial, inertialOf, type Joint, type Robot } from "./robot.js";

/** Position, velocity and acceleration of every coordinate: rad or m, a second, a second². */
export interface JointMotion {
  readonly position: (coordinate: string) => Scalar;
  readonly velocity: (coordinate: string) => Scalar;
  readonly acceleration: (coordinate: string) => Scalar;
}

/** The motion of a link in its own axes: angular velocity, its rate, and the acceleration of their origin without gravity's. */
export interface LinkState {
  readonly omega: Vec3;
  readonly alpha: Vec3;
  readonly acceleration: Vec3;
}

/** A force, and its moment about the origin of a link's axes, in these axes. */
export interface Load {
  readonly force: Vec3;
  readonly moment: Vec3;
}

/** Axes of a child link in those of its parent: where they are, and row by row how they are turned. */
interface Place {
  readonly offset: Vec3;
  readonly rows: readonly [Vec3, Vec3, Vec3];
}

/**
 * The generalised forces that give a robot this motion, by coordinate [N m or N]: M(q) a + c(q, v) − τ_g(q), for gravity
 * [m/s²] in the axes of the root link, which stands still.
 *
 * The recursive Newton–Euler algorithm in the axes of the links (Luh, Walker, Paul 1980; Featherstone 2008, section 5.3):
 * ω = Rᵀω_p + z v, α = Rᵀα_p + z a + Rᵀω_p × z v from the root to the tips, then F = m (a_c − g), N = Iα + ω × Iω back to
 * the root. It is linear in the accelerations; its derivative by them is the inertia matrix M(q).
 */
export function inverseDynamics(robot: Robot, motion: JointMotion, gravity: Vec3): ReadonlyMap<string, Expr> {
  return treeDynamics(robot, motion, { omega: nothing, alpha: nothing, acceleration: subV(nothing, gravity) }).efforts;
}

/** The same where the root link moves too: the load [N, N m] in its axes that gives it this motion comes besides. */
export function treeDynamics(
  robot: Robot,
  motion: JointMotion,
  root: LinkState,
): { readonly efforts: ReadonlyMap<string, Expr>; readonly load: Load } {
  const states = new Map([[robot.links[0], root]]);
  const places = robot.joints.map((joint) => {
    const drive = driveOf(robot, joint);
    const place = placeOf(joint, drive && add(times(drive.factor, motion.position(drive.coordinate)), drive.offset));
    states.set(joint.child, stateOf(lookUp(states, joint.parent), { joint, drive, place }, motion));
    return { joint, drive, place };
  });
  const loads = new Map([...states].map(([link, state]) => [link, loadOf(inertialOf(robot, link), state)]));
  const efforts = new Map<string, Expr>();
  for (const { joint, drive, place } of places.reverse()) {
    const { force, moment } = lookUp(loads, joint.child);
    if (drive !== undefined) {
      const felt = along(joint.axis, joint.kind === "prismatic" ? force : moment);
      const rotor = (robot.resistances ?? []).find((one) => one.joint === joint.name)?.armature ?? 0;
      const effort = add(felt, times(rotor, times(drive.factor, motion.acceleration(drive.coordinate))));
      efforts.set(drive.coordinate, add(efforts.get(drive.coordinate) ?? 0, times(drive.factor, effort)));
    }
    const parent = lookUp(loads, joint.parent);
    const carried = toParent(place, force);
    loads.set(joint.parent, {
      force: addV(parent.force, carried),
      moment: addV(parent.moment, toParent(place, moment), cross(place.offset, carried)),
    });
  }
  return { efforts, load: lookUp(loads, robot.links[0]) };
}

/**
 * The inertia that each coordinate moves alone, M_jj [kg m² or kg], with all others at rest and at zero: a measure of size.
 */
export function inertiasAtZero(robot: Robot, coordinates: readonly string[]): ReadonlyMap<string, Expr> {
  const still = { position: () => 0, velocity: () => 0 };
  return new Map(
    coordinates.map((name) => {
      const motion = { ...still, acceleration: (other: string) => (other === name ? 1 : 0) };
      return [name, lookUp(inverseDynamics(robot, motion, nothing), name)];
    }),
  );
}

/** The velocity of a root link that moves, in its own axes. */
export interface RootVelocity {
  readonly linear: Vec3;
  readonly angular: Vec3;
}

/** Kinetic energy ½ vᵀM(q)v [J]: half the power of the forces that give the acceleration v from rest. */
export function kineticEnergy(
  robot: Robot,
  { position, velocity }: Omit<JointMotion, "acceleration">,
  root?: RootVelocity,
): Expr {
  const { linear = nothing, angular = nothing } = root ?? {};
  const jump = { position, velocity: () => 0, acceleration: velocity };
  const { efforts, load } = treeDynamics(robot, jump, { omega: nothing, alpha: angular, acceleration: linear });
  const power = [...efforts].map(([name, momentum]) => mul(velocity(name), momentum));
  if (root !== undefined) power.push(dot(linear, load.force), dot(angular, load.moment));
  return mul(0.5, add(0, ...power));
}

const nothing = vec3(0, 0, 0);

const isNothing = (x: Expr): boolean => x.op === "constant" && x.value === 0;

/** a b, zero where either is: motions are finite, though formulas such as (v⁺ − v)/h do not say so. */
function times(a: Scalar, b: Scalar): Expr {
  const [x, y] = [toExpr(a), toExpr(b)];
  return isNothing(x) || isNothing(y) ? constant(0) : mul(x, y);
}

const dot = (a: Vec3, b: Vec3): Expr => add(times(a[0], b[0]), times(a[1], b[1]), times(a[2], b[2]));

const cross = (a: Vec3, b: Vec3): Vec3 => [
  sub(times(a[1], b[2]), times(a[2], b[1])),
  sub(times(a[2], b[0]), times(a[0], b[2])),
  sub(times(a[0], b[1]), times(a[1], b[0])),
];

const along = (axis: Joint["axis"], v: Vec3): Expr => dot(vec3(...axis), v);

const scaled = (s: Scalar, v: readonly [Scalar, Scalar, Scalar]): Vec3 => [
  times(s, v[0]),
  times(s, v[1]),
  times(s, v[2]),
];

const toParent = ({ rows }: Place, v: Vec3): Vec3 => [dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)];

const toChild = ({ rows: [a, b, c] }: Place, v: Vec3): Vec3 => [
  dot([a[0], b[0], c[0]], v),
  dot([a[1], b[1], c[1]], v),
  dot([a[2], b[2], c[2]], v),
];

/** Rounding of a rotation that is meant to be along the axes, such as the cosine of a right angle. */
const rounding = 1e-15;

const crisp = (x: number): number => (Math.abs(x - Math.round(x)) < rounding ? Math.round(x) : x);

/** R_o (aaᵀ + (E − aaᵀ) cos q + [a]ₓ sin q) for a joint that turns, R_o for one that does not. */
function placeOf(joint: Joint, position: Expr | undefined): Place {
  const { origin, axis, kind } = joint;
  const r = rotationMatrix(quat(...origin.orientation)).map((entry) =>
    crisp(entry.op === "constant" ? entry.value : 0),
  );
  const row = (i: number): readonly [number, number, number] => [r[3 * i], r[3 * i + 1], r[3 * i + 2]];
  const rows = [row(0), row(1), row(2)] as const;
  const at = vec3(...origin.position);
  if (position === undefined || kind === "prismatic") {
    const way = vec3(numbersDot(rows[0], axis), numbersDot(rows[1], axis), numbersDot(rows[2], axis));
    const slide = position === undefined ? nothing : scaled(position, way);
    return { offset: addV(at, slide), rows: [vec3(...rows[0]), vec3(...rows[1]), vec3(...rows[2])] };
  }
  const [c, s] = [cos(position), sin(position)];
  const turned = (one: readonly [number, number, number]): Vec3 => {
    const share = numbersDot(one, axis);
    // one × a is one [a]ₓ, row by row
    const across = [
      one[1] * axis[2] - one[2] * axis[1],
      one[2] * axis[0] - one[0] * axis[2],
      one[0] * axis[1] - one[1] * axis[0],
    ];
    const entry = (j: number): Expr =>
      add(crisp(share * axis[j]), times(crisp(one[j] - share * axis[j]), c), times(crisp(across[j]), s));
    return [entry(0), entry(1), entry(2)];
  };
  return { offset: at, rows: [turned(rows[0]), turned(rows[1]), turned(rows[2])] };
}

const numbersDot = (a: readonly number[], b: readonly number[]): number =>
  crisp(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);

interface Carried {
  readonly joint: Joint;
  readonly drive: Drive | undefined;
  readonly place: Place;
}

function stateOf(parent: LinkState, { joint, drive, place }: Carried, motion: JointMotion): LinkState {
  const { omega, alpha, acceleration } = parent;
  const swung = addV(acceleration, cross(alpha, place.offset), cross(omega, cross(omega, place.offset)));
  const carried = { omega: toChild(place, omega), alpha: toChild(place, alpha), acceleration: toChild(place, swung) };
  if (drive === undefined) return carried;
  const rate = scaled(times(drive.factor, motion.velocity(drive.coordinate)), joint.axis);
  const change = scaled(times(drive.factor, motion.acceleration(drive.coordinate)), joint.axis);
  const coriolis = cross(carried.omega, rate);
  if (joint.kind === "prismatic")
    return { ...carried, acceleration: addV(carried.acceleration, change, coriolis, coriolis) };
  return {
    omega: addV(carried.omega, rate),
    alpha: addV(carried.alpha, change, coriolis),
    acceleration: carried.acceleration,
  };
}

/** F = m a_c and N = Iα + ω × Iω about the centre of mass c; the moment about the origin of the axes is N + c × F. */
function loadOf(inertial: Inertial | undefined, { omega, alpha, acceleration }: LinkState): Load {
  if (inertial === undefined) return { force: nothing, moment: nothing };
  const { mass, inertia } = inertial;
  const centre = vec3(...inertial.centre);
  const force = scaled(mass, addV(acceleration, cross(alpha, centre), cross(omega, cross(omega, centre))));
  const turning = addV(inertiaTimes(inertia, alpha), cross(omega, inertiaTimes(inertia, omega)));
  return { force, moment: addV(turning, cross(centre, force)) };
}

function inertiaTimes([xx, yy, zz, xy, xz, yz]: Inertial["inertia"], [x, y, z]: Vec3): Vec3 {
  return [
    add(times(xx, x), times(xy, y), times(xz, z)),
    add(times(xy, x), times(yy, y), times(yz, z)),
    add(times(xz, x), times(yz, y), times(zz, z)),
  ];
}
