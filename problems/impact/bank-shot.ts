import { atRest, type Expected, last, mul, type Problem, parameter as p, sub } from "bankshot";
import { declaredCompliance } from "../compliance.js";
import { model } from "./air-table.js";

/**
 * A disk on an air table must come to a target behind a post, by way of a wall. Two ways with one bounce are there, by
 * the wall and by the cushion on the other side; the declared launch leads to the wall, launch.vy = −0.9 to the cushion.
 * Walls are soft enough for some fifty steps in contact: with few, the end point is a sawtooth of the launch velocity,
 * because the touch moves from one step to the next, and a Newton stops on a tooth.
 */
export const problem: Problem = {
  name: "impact/bank-shot",
  title: "A disk goes round a post by way of a wall",
  model,
  parameters: {
    mass: { value: 0.2, unit: "kg", meaning: "mass", above: 0 },
    radius: { value: 0.05, unit: "m", meaning: "radius", above: 0 },
    inertia: {
      value: mul(0.5, p("mass"), p("radius"), p("radius")),
      unit: "kg m²",
      meaning: "moment of inertia about the centre",
      above: 0,
    },
    friction: { value: 0.2, unit: "1", meaning: "friction coefficient μ of walls and post", min: 0 },
    ...declaredCompliance(1000, 2),
    "wall.y": { value: 0.5, unit: "m", meaning: "where the wall is" },
    "cushion.y": { value: -0.4, unit: "m", meaning: "where the cushion is" },
    "cushion.from": { value: 0.2, unit: "m", meaning: "where the cushion begins, x" },
    "cushion.to": { value: 1, unit: "m", meaning: "where the cushion ends, x" },
    "post.x": { value: 0.52, unit: "m", meaning: "centre of the post, x" },
    "post.y": { value: 0, unit: "m", meaning: "centre of the post, y" },
    "post.radius": { value: 0.15, unit: "m", meaning: "radius of the post", above: 0 },
    "launch.vx": { value: 1.2, unit: "m/s", meaning: "launch velocity along x", min: 0, max: 3 },
    "launch.vy": { value: 1.2, unit: "m/s", meaning: "launch velocity along y", min: -3, max: 3 },
    "target.x": { value: 1, unit: "m", meaning: "where the centre must be at the end, x" },
    "target.y": { value: 0, unit: "m", meaning: "where the centre must be at the end, y" },
  },
  start: { ...atRest(model), "disk.vx": p("launch.vx"), "disk.vy": p("launch.vy") },
  grid: { steps: 1000, h: 0.001 },
  boundary: [
    {
      name: "end.x",
      unit: "m",
      about: { body: "disk", coordinate: "x" },
      residual: sub(last("disk.x"), p("target.x")),
      frees: "launch.vx",
    },
    {
      name: "end.y",
      unit: "m",
      about: { body: "disk", coordinate: "y" },
      residual: sub(last("disk.y"), p("target.y")),
      frees: "launch.vy",
    },
  ],
  values: {
    "launch.vx": { unit: "m/s", meaning: "launch velocity along x", of: p("launch.vx") },
    "launch.vy": { unit: "m/s", meaning: "launch velocity along y", of: p("launch.vy") },
    "end.x": { unit: "m", meaning: "centre at the end, x", of: last("disk.x") },
    "end.y": { unit: "m", meaning: "centre at the end, y", of: last("disk.y") },
    "end.spin": { unit: "rad/s", meaning: "spin at the end", of: last("disk.omega") },
    "wall.step": {
      unit: "1",
      meaning: "step in which the disk first touches the wall",
      of: { reduce: "first-positive-step", column: "wall.normalForce" },
    },
    "cushion.step": {
      unit: "1",
      meaning: "step in which the disk first touches the cushion",
      of: { reduce: "first-positive-step", column: "cushion.normalForce" },
    },
    "post.force": {
      unit: "N",
      meaning: "largest force on the post, zero if it is passed by",
      of: { reduce: "maximum", column: "post.normalForce" },
    },
  },
};

const source =
  "independent Runge–Kutta integration of the continuous motion; the grid adds K h = 1 N s/m to the damping of 2";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "launch.vx", value: 1.210723, tolerance: 0.02, source },
    { name: "launch.vy", value: 1.053557, tolerance: 0.08, source },
    { name: "end.x", value: 1, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.y", value: 0, tolerance: 1e-9, source: "boundary condition" },
    { name: "post.force", value: 0, tolerance: 0, source: "the post is passed by" },
    { name: "cushion.step", value: null, tolerance: 0, source: "one bounce, off the wall" },
  ],
};
