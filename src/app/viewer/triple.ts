import type { Triple } from "../motion-view/scene/scene-data.js";

/** A triple of what a function makes of each axis. */
export const tripleOf = (of: (axis: 0 | 1 | 2) => number): Triple => [of(0), of(1), of(2)];
