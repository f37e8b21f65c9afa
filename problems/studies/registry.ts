import type { WrittenStudy } from "bankshot/studies";

/** Every study that comes with the package, by its name: `bankshot sweep studies/toss-tolerance`. */
export const studies: Readonly<Record<string, () => Promise<{ readonly study: WrittenStudy }>>> = {
  "studies/toss-tolerance": () => import("./toss-tolerance.js"),
};
