import { expect, it } from "vitest";
import { parameter as p } from "../../../src/mechanics/model.js";
import { quasistatic } from "../../../src/models/quasistatic/quasistatic.js";
import type { QuasistaticScene } from "../../../src/models/quasistatic/scene.js";

const along = (x: number | ReturnType<typeof p>): QuasistaticScene => ({
  gravity: [0, 0, 0],
  parts: [{ name: "box", space: "planar", mass: 1, halfDiameter: 0.1 }],
  movers: [{ name: "finger", slides: [{ drive: "finger.x", along: [x, 0, 0] }] }],
  contacts: [],
});

it.each([0, 1e-9, 1e9, Number.POSITIVE_INFINITY])("a direction of length %d is none, and refused by name", (x) => {
  expect(() => quasistatic(along(x))).toThrow(
    /^movers\[0\]\.slides\[0\]\.along must be three finite numbers or formulas, as numbers of a length from 0\.001 to 1000/,
  );
});

it.each([1, -1, 0.5, p("ratio")])("a direction may have a sign, a length, or be a formula", (x) => {
  expect(() => quasistatic(along(x))).not.toThrow();
});
