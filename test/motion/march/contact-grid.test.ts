import { expect, it } from "vitest";
import { problem as bounce } from "../../../problems/impact/ball-bounce.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { contactGrid } from "../../../src/motion/march/contact-grid.js";
import { borrow } from "../../../src/motion/march/workspace.js";

it("goes on in short steps after a contact has let go, for a tenth of the time that it lasted", () => {
  const setup = setUp(bounce);
  const { marcher } = borrow(setup);
  const flight = setup.steps.h[0];
  const contact = flight / 64;
  const making = contactGrid({ setup, marcher, signal: undefined }, setup.parameters, { flight, contact });
  let turn = making.next();
  while (!turn.done) turn = making.next();
  const steps = turn.value;
  if (steps === undefined) throw new Error("no grid was made");
  const path = emptyPath(setup.compiled.kernels, steps.h.length);
  marcher.begin(setup.parameters, steps, path, false);
  const pushes = Array.from(steps.h, (_, k) => {
    marcher.advance(k + 1);
    return marcher.touching();
  });
  const meets = pushes.indexOf(true);
  const parts = pushes.lastIndexOf(true) + 1;
  expect(pushes.slice(meets, parts).every(Boolean)).toBe(true);
  const lasted = steps.t[parts + 1] - steps.t[meets];
  const short = steps.h.findIndex((h, k) => k >= parts && h > 2 * contact) - parts;
  expect(short * contact).toBeGreaterThan(0.1 * lasted);
  expect(short * contact).toBeLessThan(0.1 * lasted + 3 * contact);
});
