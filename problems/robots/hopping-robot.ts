/** Shared by the hopper and its tests: a body and a foot with a driven leg, and the push that is the first guess of its force. */
import { f, frame, input, neg, parameter as p, rigid, select, sub } from "bankshot";
import { slider } from "./joints.js";

const point = [0, 0, 0, 0, 0, 0] as const;
const [short, long] = [0.2, 0.45];

/**
 * The first guess: free fall onto the short end of the leg, rest there, and one push over the length L of the stroke to the long end,
 * which then takes the foot along, so that the flight from there ends when the time is up. With g of weight, a speed v at its end and a
 * duration T the least effort of a push is F/m = α + β s, s the time that is left of it, α T + β T²/2 = v + gT and
 * α T²/2 + β T³/3 = L + gT²/2; and of all durations that with 6 L/T² − 2 v/T = g.
 */
const stroke = long - short;
const g = p("gravity");
const flight = f`sqrt(2 * max(0.001, ${p("apex")} - ${long}) / ${g})`;
const speed = f`${g} * ${flight} * (1 + ${p("foot.mass")} / ${p("mass")})`;
const lasts = f`6 * ${stroke} / (${speed} + sqrt(${speed}^2 + 6 * ${stroke} * ${g}))`;
const [ofSpeed, ofWay] = [f`${speed} + ${g} * ${lasts}`, f`${stroke} + ${g} * ${lasts}^2 / 2`];
const alpha = f`(4 * ${ofSpeed} * ${lasts} - 6 * ${ofWay}) / ${lasts}^2`;
const beta = f`(12 * ${ofWay} - 6 * ${ofSpeed} * ${lasts}) / ${lasts}^3`;
const left = f`${p("time")} - ${flight} - ${frame.t}`;
export const push = select(left, select(sub(lasts, left), f`${p("mass")} * (${alpha} + ${beta} * ${left})`, 0), 0);

/** Body and foot, with the driven leg between its two stops. */
export const hopper = rigid(
  {
    gravity: [0, 0, neg(p("gravity"))],
    bodies: [],
    contacts: [
      {
        name: "ground",
        body: "foot",
        shape: { kind: "point", at: [0, 0, 0] },
        against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
        friction: 0,
      },
    ],
    robots: [
      {
        name: "hopper",
        robot: {
          name: "hopper",
          links: ["floor", "body", "foot"],
          joints: [
            slider(["height", "floor", "body"], [0, 0, 1]),
            slider(["leg", "body", "foot"], [0, 0, -1], [short, long]),
          ],
          inertials: [
            { link: "body", mass: p("mass"), centre: [0, 0, 0], inertia: point },
            { link: "foot", mass: p("foot.mass"), centre: [0, 0, 0], inertia: point },
          ],
        },
        efforts: { leg: input("force") },
        shapes: {
          body: [
            { kind: "box", half: [0.08, 0.05, 0.04] },
            { kind: "capsule", from: [0, 0, 0], to: [0, 0, -0.2], radius: 0.02 },
          ],
          foot: [
            { kind: "capsule", from: [0, 0, 0], to: [0, 0, 0.22], radius: 0.01 },
            { kind: "capsule", from: [-0.05, 0, 0.01], to: [0.05, 0, 0.01], radius: 0.01 },
          ],
        },
      },
    ],
  },
  "pyramid",
);
