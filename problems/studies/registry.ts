import type { WrittenStudy } from "bankshot/studies";

/** Every study that comes with the package, by its name: `bankshot sweep studies/toss-tolerance`. */
export const studies: Readonly<Record<string, () => Promise<{ readonly study: WrittenStudy }>>> = {
  "studies/feeder-friction": () => import("./feeder-friction.js"),
  "studies/feeder-yield": () => import("./feeder-yield.js"),
  "studies/ball-fold": () => import("./ball-fold.js"),
  "studies/toss-tolerance": () => import("./toss-tolerance.js"),
};
