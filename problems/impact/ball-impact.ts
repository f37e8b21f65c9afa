/** Shared by the impact problems: the ball of Fig. 5 in Song, Kumar, Pang (2005), thrown at its table. */
import { last, type Problem, parameter as p, sub } from "bankshot";
import {
  ballModel,
  ballParameters,
  ballStart,
  ballValues,
  complianceParameters,
  contactStart,
} from "../rolling/ball.js";

const { "launch.vx": vx, "launch.vy": vy, "spin.x": spinX, "spin.y": spinY, "spin.z": spinZ } = ballParameters;

/**
 * From (0, 0.6) to (0.4, 0.4) in 0.45 s without spin, along x and z; the launch velocity is free. `launch.vz` is for
 * each problem to declare: its range chooses the branch.
 */
export const throwProblem: Omit<Problem, "name" | "title" | "grid"> = {
  model: ballModel,
  parameters: {
    ...ballParameters,
    ...complianceParameters,
    "launch.vx": { ...vx, value: 1 },
    "launch.vy": { ...vy, value: 0 },
    "launch.vz": { value: -2, unit: "m/s", meaning: "launch velocity along z", min: -6, max: 0 },
    "spin.x": { ...spinX, value: 0 },
    "spin.y": { ...spinY, value: 0 },
    "spin.z": { ...spinZ, value: 0 },
    "start.z": { value: 0.6, unit: "m", meaning: "start height of the centre", above: 0 },
    "target.x": { value: 0.4, unit: "m", meaning: "where the centre must be at the end, x" },
    "target.z": { value: 0.4, unit: "m", meaning: "where the centre must be at the end, z" },
  },
  start: { ...ballStart, ...contactStart, "ball.vz": p("launch.vz") },
  boundary: [
    {
      name: "end.x",
      unit: "m",
      about: { body: "ball", coordinate: "x" },
      residual: sub(last("ball.x"), p("target.x")),
      frees: "launch.vx",
    },
    {
      name: "end.z",
      unit: "m",
      about: { body: "ball", coordinate: "z" },
      residual: sub(last("ball.z"), p("target.z")),
      frees: "launch.vz",
    },
  ],
  values: {
    "launch.vx": ballValues["launch.vx"],
    "launch.vz": { unit: "m/s", meaning: "launch velocity along z", of: p("launch.vz") },
    "end.x": ballValues["end.x"],
    "end.z": { unit: "m", meaning: "end height of the centre", of: last("ball.z") },
    "end.spin.y": { unit: "rad/s", meaning: "spin about y at the end", of: last("ball.wy") },
    impacts: {
      unit: "1",
      meaning: "how often the ball meets the table",
      of: { reduce: "rises", column: "table.normalForce" },
    },
  },
};
