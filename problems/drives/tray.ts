import {
  atRest,
  compliant,
  div,
  type Expected,
  frame,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  sin,
  sub,
  value,
} from "bankshot";
import { block, blockParameters, cornersOn, resting } from "./block.js";

const turn = mul(2 * Math.PI, p("frequency"), frame.t);

/** Level strokes s(t) = stroke (sin φ − ½ skew sin 2φ): with a positive skew slow ones forward and fast ones back. */
const place = mul(p("stroke"), sub(sin(turn), mul(0.5, p("skew"), sin(mul(2, turn)))));

const model = compliant({
  gravity: [0, neg(p("gravity")), 0],
  bodies: [block],
  driven: [{ name: "tray", space: "planar", pose: { position: [place, 0, 0] } }],
  contacts: cornersOn({
    body: "tray",
    shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
  }),
});

/** A block on a tray that is shaken with slow strokes forward and fast ones back: it slips in the fast ones, and gets on. */
export const problem: Problem = {
  name: "drives/tray",
  title: "A shaken tray carries a block",
  model,
  parameters: {
    stroke: { value: 0.02, unit: "m", meaning: "size of the strokes", above: 0 },
    frequency: { value: 3, unit: "Hz", meaning: "strokes a second", above: 0 },
    skew: {
      value: 0.5,
      unit: "1",
      meaning: "how much faster they go back than forward: 0 for neither",
      min: 0,
      max: 1,
    },
    periods: { value: 3, unit: "1", meaning: "number of strokes", above: 0 },
    ...blockParameters,
    friction: { value: 0.3, unit: "1", meaning: "friction coefficient μ", above: 0, max: 3 },
    time: { value: div(p("periods"), p("frequency")), unit: "s", meaning: "duration", above: 0 },
  },
  start: { ...atRest(model), ...resting },
  grid: { steps: 900, h: 0.001 },
  objective: { cost: neg(value("mean.speed")), vary: ["skew"], method: "COBYLA" },
  values: {
    "mean.speed": {
      unit: "m/s",
      meaning: "mean speed of the block against the tray",
      of: div(sub(last("block.x"), last("tray.x")), p("time")),
    },
  },
};

export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "mean.speed",
      value: 0.058604,
      tolerance: 0.02 * 0.058604,
      source: "independent integration of a point on the tray by two million explicit steps",
    },
  ],
};
