import { expect, it } from "vitest";
import { problem as peg } from "../../../problems/feeder/peg.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { cornersAdvice } from "../../../src/motion/trajectory/advice.js";

it("steps are advised where nearest points jump and the method exact did not get past: by exact, on such contacts, in failure", () => {
  const exact = setUp(peg, { "grid.method": "exact" });
  const advised = (["no-progress", "unphysical", "solved", "coarse", "cancelled"] as const).filter(
    (status) => cornersAdvice(exact, status) !== undefined,
  );
  expect(advised).toEqual(["no-progress", "unphysical"]);
  expect(cornersAdvice(exact, "no-progress")).toMatch(
    /^The nearest points of peg-socket\d jump .* try grid\.method = euler/,
  );
  expect(cornersAdvice(setUp(peg, { "grid.method": "euler" }), "no-progress")).toBeUndefined();
  expect(cornersAdvice(setUp(place, { "grid.method": "exact" }), "no-progress")).toBeUndefined();
});
