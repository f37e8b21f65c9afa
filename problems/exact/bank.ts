import {
  atRest,
  cos,
  type Expected,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  rigid,
  type Scalar,
  sin,
  sub,
} from "bankshot";
import type { HalfSpace, RigidContact } from "bankshot/geometry";

const wall = (name: string, normal: HalfSpace["normal"], tangent: HalfSpace["normal"], at: Scalar): RigidContact => ({
  name,
  body: "disk",
  shape: { kind: "ball", radius: p("radius") },
  against: { kind: "half-space", normal, tangent, offset: neg(at) },
  friction: p("friction"),
  restitution: p("restitution"),
});

const model = rigid({
  gravity: [0, 0, 0],
  bodies: [{ name: "disk", space: "planar", mass: p("mass"), inertia: mul(0.5, p("mass"), p("radius"), p("radius")) }],
  contacts: [wall("right", [-1, 0, 0], [0, 1, 0], p("wall.x")), wall("top", [0, -1, 0], [-1, 0, 0], p("wall.y"))],
});

/**
 * A disk that slides freely, seen from above, must come by way of two walls to a target: its direction and speed are found, at
 * a given duration. Without friction the launch points at the target mirrored in both walls, with the ways beyond a wall
 * divided by the restitution.
 */
export const problem: Problem = {
  name: "exact/bank",
  title: "A disk comes to a target off two walls",
  model,
  parameters: {
    angle: { value: 0.7, unit: "rad", meaning: "direction of the launch, from the x axis", min: -3.2, max: 3.2 },
    speed: { value: 2, unit: "m/s", meaning: "speed of the launch", min: 0, max: 50 },
    time: { value: 1.5, unit: "s", meaning: "when it must be at the target", above: 0 },
    restitution: { value: 0.8, unit: "1", meaning: "restitution of the walls", above: 0, max: 1 },
    friction: { value: 0, unit: "1", meaning: "friction coefficient μ of the walls", min: 0 },
    "wall.x": { value: 1, unit: "m", meaning: "where the right wall is" },
    "wall.y": { value: 0.6, unit: "m", meaning: "where the top wall is" },
    "target.x": { value: 0.3, unit: "m", meaning: "where the centre must be at the end, x" },
    "target.y": { value: -0.2, unit: "m", meaning: "where the centre must be at the end, y" },
    radius: { value: 0.05, unit: "m", meaning: "radius of the disk", above: 0 },
    mass: { value: 0.2, unit: "kg", meaning: "mass of the disk", above: 0 },
  },
  start: {
    ...atRest(model),
    "disk.vx": mul(p("speed"), cos(p("angle"))),
    "disk.vy": mul(p("speed"), sin(p("angle"))),
  },
  grid: { steps: 150, h: 0.01, method: "exact" },
  boundary: [
    {
      name: "end.x",
      unit: "m",
      about: { body: "disk", coordinate: "x" },
      residual: sub(last("disk.x"), p("target.x")),
      frees: "angle",
    },
    {
      name: "end.y",
      unit: "m",
      about: { body: "disk", coordinate: "y" },
      residual: sub(last("disk.y"), p("target.y")),
      frees: "speed",
    },
  ],
  values: {
    "launch.angle": { unit: "rad", meaning: "direction of the launch", of: p("angle") },
    "launch.speed": { unit: "m/s", meaning: "speed of the launch", of: p("speed") },
    "end.x": { unit: "m", meaning: "centre at the end, x", of: last("disk.x") },
    "end.y": { unit: "m", meaning: "centre at the end, y", of: last("disk.y") },
    "end.spin": { unit: "rad/s", meaning: "spin at the end", of: last("disk.omega") },
  },
};

const [time, e, radius] = [1.5, 0.8, 0.05];
/** The way to where the centre meets a wall, and from there to the target at e times the speed. */
const mirrored = (at: number, target: number): number => (at - radius + (at - radius - target) / e) / time;
const [vx, vy] = [mirrored(1, 0.3), mirrored(0.6, -0.2)];
const source = "closed form: the target mirrored in both walls, ways beyond them divided by the restitution";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "launch.angle", value: Math.atan2(vy, vx), tolerance: 1e-9, source },
    { name: "launch.speed", value: Math.hypot(vx, vy), tolerance: 1e-9, source },
    { name: "end.x", value: 0.3, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.y", value: -0.2, tolerance: 1e-9, source: "boundary condition" },
  ],
};
