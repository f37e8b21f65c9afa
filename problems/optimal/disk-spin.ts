/** A disk is thrown with backspin and must come to rest further on: a weak torque, friction does most of the work. */
import type { Expected, Parameter } from "bankshot";
import { diskParameters, drivenDisk } from "./driven-disk.js";

const changed = (name: string, value: number): Record<string, Parameter> => ({
  [name]: { ...diskParameters[name], value },
});

export const problem = drivenDisk(
  "optimal/disk-spin",
  "A disk thrown with backspin comes to rest further on, with the least effort of a weak motor",
  {
    ...diskParameters,
    ...changed("friction", 0.2),
    ...changed("start.v", 2),
    ...changed("start.omega", -20),
    ...changed("distance", 1.2),
    ...changed("time", 1.5),
    ...changed("torque.max", 0.3),
  },
);

export const expected: Expected = {
  verb: "solve",
  values: [
    {
      name: "cost",
      value: 1.34605117,
      tolerance: 1.4e-6,
      source: "independent solver of the same discrete problem; 1.07822827 in continuous time",
    },
  ],
};
