import * as problems from "../problems/index.js";
import * as ballPlace from "../problems/rolling/ball-place.js";
import * as data from "../src/data.js";
import * as geometry from "../src/geometry.js";
import * as library from "../src/index.js";
import * as robots from "../src/robots.js";
import * as solvers from "../src/solvers.js";
import * as studies from "../src/studies.js";

/** What code blocks of texts import, by the names that users write. */
export const doors: Readonly<Record<string, object>> = {
  bankshot: library,
  "bankshot/data": data,
  "bankshot/geometry": geometry,
  "bankshot/robots": robots,
  "bankshot/solvers": solvers,
  "bankshot/studies": studies,
  "bankshot/problems": problems,
  "bankshot/problems/rolling/ball-place": ballPlace,
};
