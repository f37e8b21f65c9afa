import type { WrittenStudy } from "bankshot/studies";

/**
 * A toss that is right for the drawing (`bankshot solve drives/toss`), asked of throws, belts and blocks with tolerances: what
 * share comes to rest within 2 cm of the mark, and which tolerance costs most of it. Nothing is solved anew: the throw stays
 * as it was planned. By the closed form of the toss a velocity off by a hundredth moves the block by 7 mm, a friction off by
 * a hundredth by 5 mm.
 */
export const study: WrittenStudy = {
  problem: "drives/toss",
  verb: "simulate",
  over: {
    "launch.v": { normal: [1.56, 0.01] },
    friction: { normal: [0.5, 0.015] },
    "belt.v": { normal: [-0.6, 0.005] },
    drop: { uniform: [0.048, 0.052] },
  },
  design: "saltelli",
  samples: 128,
  where: ["end.miss in -.02...02"],
};
