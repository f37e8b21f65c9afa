/**
 * A disk is driven by a torque about its axle over a line with friction, from a given velocity to rest at a given
 * distance, with the least effort Σ h (torque/r)². Here ω counts positive in the sense of rolling forwards, so that the
 * contact point slips with v − r ω.
 */
import type { Expected } from "bankshot";
import { diskParameters, drivenDisk } from "./driven-disk.js";

export const problem = drivenDisk(
  "optimal/disk",
  "A sliding disk is driven by a torque to rest at a given distance, with the least effort",
  diskParameters,
);

export const expected: Expected = {
  verb: "solve",
  values: [
    {
      name: "cost",
      value: 6.99342031,
      tolerance: 7e-7,
      source: "independent solver of the same discrete problem; 6.67655078 in continuous time",
    },
  ],
};
