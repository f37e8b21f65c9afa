import type { WrittenStudy } from "bankshot/studies";

/**
 * A toss that is right for the drawing, asked of parts and throws with tolerances: how many blocks come to rest within
 * 2 cm of the mark, and which tolerance costs most of them. Nothing is solved: the throw stays as it was planned.
 */
export const study: WrittenStudy = {
  problem: "drives/toss",
  verb: "simulate",
  over: {
    "launch.v": { normal: [1.14, 0.01] },
    friction: { triangular: [0.27, 0.3, 0.33] },
  },
  design: "saltelli",
  samples: 128,
  where: ["end.x in .48...52"],
};
