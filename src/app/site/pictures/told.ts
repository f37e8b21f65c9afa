import type { Story } from "./layout.js";

/** The pictures of the README and of the start page: of which problem, and how each tells its motion. */
export const told: readonly (readonly [problem: string, story: Story])[] = [
  ["impact/bank-shot", { ghosts: 7 }],
  ["billiards/pot", { ghosts: 5, table: true }],
  ["rolling/ball-place", { ghosts: 5 }],
  ["feeder/reorient-design", { ghosts: 6 }],
  ["patch/curling", { ghosts: 4, evenly: "turn", from: [-65, 40] }],
  ["golf/green", { ghosts: 6, from: [-70, 48] }],
  ["grasp/arm-cylinder", { ghosts: 4, followed: ["part"] }],
  ["robots/arm-throw", { ghosts: 4, followed: ["ball"] }],
  ["touch/wall", { ghosts: 1, until: 0.5 }],
  ["exact/woodpecker", { ghosts: 2 }],
];

/** The tiles of the start page, which move. */
export const moving: readonly (readonly [problem: string, story: Story])[] = [
  ["impact/bank-shot", { ghosts: 0, moving: true }],
  ["feeder/reorient-design", { ghosts: 0, moving: true }],
  ["robots/hopper", { ghosts: 0, moving: true }],
];
