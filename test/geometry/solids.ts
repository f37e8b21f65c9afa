import { boxSolid, type Extrusion, type Union } from "../../src/geometry/solid.js";

/** The T-bar with the foot of its stem at the origin: crossbar .30 × .06, stem .06 × .24, thickness .06. */
export const tBar: Extrusion = {
  kind: "extrusion",
  outline: [
    [0.03, 0],
    [0.03, 0.24],
    [0.15, 0.24],
    [0.15, 0.3],
    [-0.15, 0.3],
    [-0.15, 0.24],
    [-0.03, 0.24],
    [-0.03, 0],
  ],
  bottom: -0.03,
  top: 0.03,
};

/** The same as stem and crossbar. */
export const tBarParts: Union = {
  kind: "union",
  parts: [boxSolid(0.03, 0.12, 0.03, [0, 0.12, 0]), boxSolid(0.15, 0.03, 0.03, [0, 0.27, 0])],
};
