import { atRest, cos, type Expected, last, mul, type Problem, parameter as p, sin, sub } from "bankshot";
import { gone, model, offTable, pockets, right, top } from "./pocket-table.js";

/**
 * Seen from above: the cue ball is shot at an object ball whose centre must come to that of a pocket. Every shot is asked for,
 * straight or by way of cushions, of either ball.
 */
export const problem: Problem = {
  name: "billiards/pot",
  title: "A ball is potted, by every way there is",
  model,
  parameters: {
    angle: { value: 0.34, unit: "rad", meaning: "direction of the shot, from the x axis", min: -Math.PI, max: Math.PI },
    time: { value: 1, unit: "s", meaning: "when the object ball is at the pocket", above: 0, max: 3 },
    speed: { value: 2, unit: "m/s", meaning: "speed of the cue ball at the start", above: 0, max: 20 },
    "cue.x": { value: -0.6, unit: "m", meaning: "where the cue ball starts, x" },
    "cue.y": { value: -0.2, unit: "m", meaning: "where the cue ball starts, y" },
    "object.x": { value: 0.5, unit: "m", meaning: "where the object ball lies, x" },
    "object.y": { value: 0.2, unit: "m", meaning: "where the object ball lies, y" },
    "pocket.x": { value: right, unit: "m", meaning: "centre of the pocket, x" },
    "pocket.y": { value: top, unit: "m", meaning: "centre of the pocket, y" },
    "pocket.radius": { value: 0.05, unit: "m", meaning: "radius of a pocket", above: 0 },
    "mouth.corner": { value: 0.09, unit: "m", meaning: "gap between a cushion's end and the corner", above: 0 },
    "mouth.side": { value: 0.14, unit: "m", meaning: "gap between two cushions in the middle of a side", above: 0 },
    "restitution.ball": { value: 0.95, unit: "1", meaning: "restitution between the balls", min: 0, max: 1 },
    "restitution.cushion": { value: 0.85, unit: "1", meaning: "restitution of the cushions", min: 0, max: 1 },
    length: { value: 2.54, unit: "m", meaning: "length of the table between its cushions", above: 0 },
    breadth: { value: 1.27, unit: "m", meaning: "breadth of the table between its cushions", above: 0 },
    radius: { value: 0.028575, unit: "m", meaning: "radius of either ball", above: 0 },
    mass: { value: 0.17, unit: "kg", meaning: "mass of either ball", above: 0 },
  },
  start: {
    ...atRest(model),
    "cue.x": p("cue.x"),
    "cue.y": p("cue.y"),
    "cue.vx": mul(p("speed"), cos(p("angle"))),
    "cue.vy": mul(p("speed"), sin(p("angle"))),
    "object.x": p("object.x"),
    "object.y": p("object.y"),
  },
  grid: { steps: 150, h: 0.01, method: "exact" },
  boundary: [
    {
      name: "end.x",
      unit: "m",
      about: { body: "object", coordinate: "x" },
      residual: sub(last("object.x"), p("pocket.x")),
      frees: "angle",
    },
    {
      name: "end.y",
      unit: "m",
      about: { body: "object", coordinate: "y" },
      residual: sub(last("object.y"), p("pocket.y")),
      frees: "time",
    },
    ...["cue", "object"].flatMap((body) => pockets.map((_, k) => gone(body, k))),
    ...["cue", "object"].map(offTable),
  ],
  values: {
    "shot.angle": { unit: "rad", meaning: "direction of the shot", of: p("angle") },
    "shot.time": { unit: "s", meaning: "when the object ball is at the pocket", of: p("time") },
    "end.x": { unit: "m", meaning: "centre of the object ball at the end, x", of: last("object.x") },
    "end.y": { unit: "m", meaning: "centre of the object ball at the end, y", of: last("object.y") },
  },
};

/** The direct pot: the cue ball meets the object ball where it lies on the line from the pocket through its centre. */
const [cue, object, pocket, r] = [[-0.6, -0.2], [0.5, 0.2], [1.27, 0.635], 0.028575];
const way = Math.hypot(pocket[0] - object[0], pocket[1] - object[1]);
const line = [(pocket[0] - object[0]) / way, (pocket[1] - object[1]) / way];
const toGhost = [object[0] - 2 * r * line[0] - cue[0], object[1] - 2 * r * line[1] - cue[1]];
const distance = Math.hypot(toGhost[0], toGhost[1]);
const cosine = (toGhost[0] * line[0] + toGhost[1] * line[1]) / distance;
const source =
  "closed form: the ball is hit on the line from the pocket through its centre, ½ (1 + e) v cos φ along it";

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "shot.angle", value: Math.atan2(toGhost[1], toGhost[0]), tolerance: 1e-9, source },
    { name: "shot.time", value: distance / 2 + way / (0.5 * 1.95 * 2 * cosine), tolerance: 1e-8, source },
    { name: "end.x", value: 1.27, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.y", value: 0.635, tolerance: 1e-9, source: "boundary condition" },
  ],
};
