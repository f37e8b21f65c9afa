import { type Expected, last, type Problem, pow, sub } from "bankshot";
import { feederModel, feederParameters, feederStart, feederValues } from "./feeder-scene.js";

/** Incoming angles [°]: a part that slid down chutes of 15° to 25°. */
const degrees = [-25, -23.75, -22.5, -21.25, -20, -18.75, -17.5, -16.25, -15];
/** Angles [rad] between which every part must be after 1.5 s, and their middle. */
const [least, most] = [0, 0.5];
const middle = (least + most) / 2;

/**
 * One corner for every part that enters, not for one: nine incoming angles, every part within the allowed angles, and the
 * worst of them as near as may be to their middle. At the declared corner (5, 5) the flattest part tips the wrong way.
 * The end is a sawtooth of the corner: every half millimetre a contact begins or ends one step earlier. SLSQP stops at
 * the first tooth; COBYLA, whose first steps are wider than teeth, leads every part 0.08 rad inside the bounds. A local
 * optimum, and of the nine angles only: nothing is promised between them.
 */
export const problem: Problem = {
  name: "feeder/robust",
  title: "Design the corner of a feeder for incoming angles from −25° to −15°",
  model: feederModel,
  parameters: feederParameters,
  start: feederStart,
  grid: { steps: 1500, h: 0.001 },
  values: feederValues,
  objective: {
    cost: pow(sub(last("part.theta"), middle), 2),
    vary: ["corner.x", "corner.y"],
    constraints: [
      { name: "end.theta ≥ 0", unit: "rad", residual: sub(least, last("part.theta")), must: "not-exceed-zero" },
      { name: "end.theta ≤ 0.5", unit: "rad", residual: sub(last("part.theta"), most), must: "not-exceed-zero" },
    ],
    scenarios: degrees.map((angle) => ({ "start.angle": (angle * Math.PI) / 180 })),
    over: "worst",
  },
};

const allowed = "all nine parts are within the allowed angles";

export const expected: Expected = {
  verb: "design",
  values: [
    { name: "status", value: "solved", tolerance: 0, source: allowed },
    { name: "cost", value: 0, tolerance: middle ** 2, source: "no part is further from the middle than allowed" },
  ],
};
