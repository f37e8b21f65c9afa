import {
  add,
  complementary,
  equation,
  type Frame,
  frame,
  last,
  type Model,
  mul,
  type Problem,
  type Stage,
  sub,
} from "../../../src/index.js";

const [first, second, stiffness] = [1.03, 0.56, 2400];
const coil = { resistance: 2, inductance: 2e-3, force: 12 };
const friction = 2.1;

/** Two masses joined by a spring; a voice coil drives the first, on which dry friction acts. */
const model: Model = {
  name: "voice coil",
  state: [
    { name: "x1", unit: "m", scale: 0.01 },
    { name: "v1", unit: "m/s", scale: 0.1 },
    { name: "x2", unit: "m", scale: 0.01 },
    { name: "v2", unit: "m/s", scale: 0.1 },
    { name: "i", unit: "A", scale: 1 },
  ],
  inside: [
    { name: "sign", unit: "1", scale: 1 },
    { name: "forward", unit: "m/s", scale: 0.1, lower: 0 },
    { name: "backward", unit: "m/s", scale: 0.1, lower: 0 },
  ],
  parameters: [],
  inputs: ["u"],
  step({ now, next, inside, inputs, h }: Frame): Stage {
    const forward = complementary("forward", sub(1, inside("sign")));
    const backward = complementary("backward", add(1, inside("sign")));
    const spring = mul(stiffness, sub(next("x1"), next("x2")));
    const change = (name: string) => sub(next(name), now(name));
    const pull = sub(mul(coil.force, next("i")), add(spring, mul(friction, inside("sign"))));
    const loss = add(mul(coil.resistance, next("i")), mul(coil.force, next("v1")));
    return {
      rows: [
        equation("x1", sub(change("x1"), mul(h, next("v1")))),
        equation("v1", sub(mul(first, change("v1")), mul(h, pull))),
        equation("x2", sub(change("x2"), mul(h, next("v2")))),
        equation("v2", sub(mul(second, change("v2")), mul(h, spring))),
        equation("i", sub(mul(coil.inductance, change("i")), mul(h, sub(inputs("u"), loss)))),
        equation("sign", sub(next("v1"), sub(inside("forward"), inside("backward")))),
        forward,
        backward,
      ],
      pairs: [forward.pair, backward.pair],
      observe: {},
    };
  },
};

const target = 0.01;

/** From rest at 0 to rest at a centimetre in 80 ms with the least Σ u² h. */
export const voiceCoil: Problem = {
  name: "voice-coil",
  title: "Two masses with dry friction are moved by a voice coil",
  model,
  parameters: { time: { value: 0.08, unit: "s", meaning: "duration", min: 0.01, max: 1 } },
  inputs: { u: { unit: "V", meaning: "voltage" } },
  start: { x1: 0, v1: 0, x2: 0, v2: 0, i: 0 },
  grid: { steps: 40, h: 0.002 },
  objective: {
    stage: mul(frame.inputs("u"), frame.inputs("u"), frame.h),
    vary: ["u"],
    constraints: ["x1", "v1", "x2", "v2", "i"].map((name) => ({
      name: `end.${name}`,
      unit: name === "i" ? "A" : name.startsWith("x") ? "m" : "m/s",
      residual: name.startsWith("x") ? sub(last(name), target) : last(name),
      must: "be-zero",
    })),
  },
  values: { "end.x1": { unit: "m", meaning: "where the first mass ends", of: last("x1") } },
};
