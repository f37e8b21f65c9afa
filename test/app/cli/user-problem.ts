/** A user's own file: a cart on a rail, with a model of its own whose states have no special names. */
export const cartFile = `import { add, equation, last, type Model, mul, parameter, type Problem, select, sub } from "bankshot";

const cart = (sign: number): Model => ({
  name: "cart",
  state: [{ name: "position", unit: "m", scale: 1 }, { name: "speed", unit: "m/s", scale: 1 }],
  inside: [],
  parameters: ["pull", "drag"],
  inputs: [],
  step: ({ now, next, parameters, h }) => ({
    rows: [equation("speed", sub(next("speed"), add(now("speed"), mul(h, sub(parameters("pull"), mul(sign, parameters("drag"), next("speed")))))))],
    defines: { position: add(now("position"), mul(h, next("speed"))) },
    pairs: [],
    observe: {},
  }),
});

export const problem: Problem = {
  name: "cart",
  title: "A cart </script><b>& more</b>",
  model: (choice) => cart(choice("wind") === "against" ? 1 : -1),
  parameters: {
    pull: { value: 1, unit: "m/s²", meaning: "pull", min: 0 },
    drag: { value: 0.5, unit: "1/s", meaning: "drag", min: 0 },
    wind: { value: "against", unit: "", meaning: "where the wind blows", choices: ["against", "along"] },
    launch: { value: 0, unit: "m/s", meaning: "speed at the start", min: -50, max: 50 },
    target: { value: mul(2, parameter("pull")), unit: "m", meaning: "where to be" },
  },
  start: { position: 0, speed: parameter("launch") },
  grid: { steps: 50, h: 0.02 },
  boundary: [{ name: "arrive", unit: "m", residual: sub(last("position"), parameter("target")), frees: "launch" }],
  values: { launch: { unit: "m/s", meaning: "speed at the start", of: parameter("launch") } },
};

export const expected = { verb: "solve", values: [{ name: "status", value: "solved", tolerance: 0, source: "it can be reached" }] };
`;

/** A user's own design: where a point ends lies in one of two valleys, of which the left one is deeper. */
export const valleysFile = `import { add, equation, last, type Model, mul, parameter, pow, type Problem, sub } from "bankshot";

const point: Model = {
  name: "point",
  state: [{ name: "position", unit: "m", scale: 1 }, { name: "speed", unit: "m/s", scale: 1 }],
  inside: [],
  parameters: [],
  inputs: [],
  step: ({ now, next, h }) => ({
    rows: [equation("speed", sub(next("speed"), now("speed")))],
    defines: { position: add(now("position"), mul(h, next("speed"))) },
    pairs: [],
    observe: {},
  }),
};
const x = last("position");

export const problem: Problem = {
  name: "valleys",
  title: "Two valleys",
  model: point,
  parameters: { launch: { value: 0.5, unit: "m/s", meaning: "speed", min: -3, max: 3 } },
  start: { position: 0, speed: parameter("launch") },
  grid: { steps: 10, h: 0.1 },
  values: { launch: { unit: "m/s", meaning: "speed", of: parameter("launch") } },
  objective: { cost: add(pow(sub(pow(x, 2), 1), 2), mul(0.1, x)), vary: ["launch"] },
};
`;
