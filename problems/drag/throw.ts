import { add, atRest, type Expected, last, neg, type Problem, parameter as p, rigid, sub } from "bankshot";

const model = rigid({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [
    { name: "ball", space: "spatial", mass: p("mass"), inertia: 1e-3, shapes: [{ kind: "ball", radius: 0.05 }] },
  ],
  contacts: [],
  forces: [{ name: "air", kind: "drag", body: "ball", linear: p("drag") }],
});

/** A ball is thrown through air that drags in proportion to its velocity, so that it is at the target at a time. */
export const problem: Problem = {
  name: "drag/throw",
  title: "A throw through air that drags",
  model,
  parameters: {
    drag: { value: 0.1, unit: "kg/s", meaning: "drag by the velocity", min: 0 },
    mass: { value: 0.2, unit: "kg", meaning: "mass", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", min: 0 },
    "target.x": { value: 5, unit: "m", meaning: "how far the target is", min: -20, max: 20 },
    "target.z": { value: 1, unit: "m", meaning: "how high the target is", min: -20, max: 20 },
    time: { value: 1, unit: "s", meaning: "when the ball is there", above: 0 },
    "launch.vx": { value: 5, unit: "m/s", meaning: "launch velocity along x", min: -1e4, max: 1e4 },
    "launch.vz": { value: 5, unit: "m/s", meaning: "launch velocity upwards", min: -1e4, max: 1e4 },
  },
  start: { ...atRest(model), "ball.vx": p("launch.vx"), "ball.vz": p("launch.vz") },
  grid: { steps: 400, h: 0.0025 },
  boundary: [
    {
      name: "target.x",
      unit: "m",
      residual: sub(last("ball.x"), p("target.x")),
      frees: "launch.vx",
      about: { body: "ball", coordinate: "x" },
    },
    {
      name: "target.z",
      unit: "m",
      residual: sub(last("ball.z"), p("target.z")),
      frees: "launch.vz",
      about: { body: "ball", coordinate: "z" },
    },
  ],
  values: {
    "launch.vx": { unit: "m/s", meaning: "launch velocity along x", of: add(0, p("launch.vx")) },
    "launch.vz": { unit: "m/s", meaning: "launch velocity upwards", of: add(0, p("launch.vz")) },
  },
};

/** x = v_x (1 − e^(−kt))/k and z = (v_z + g/k)(1 − e^(−kt))/k − g t/k with k = drag/mass. */
const [k, gravity, x, z, time] = [0.1 / 0.2, 9.81, 5, 1, 1];
const reach = (1 - Math.exp(-k * time)) / k;
const launch = { x: x / reach, z: (z + (gravity * time) / k) / reach - gravity / k };
const source = "closed form of linear drag, k = drag/mass";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "launch.vx", value: launch.x, tolerance: 0.02 * launch.x, source },
    { name: "launch.vz", value: launch.z, tolerance: 0.02 * launch.z, source },
  ],
};
