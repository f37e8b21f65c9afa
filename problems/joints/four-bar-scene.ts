/** The four bars of a linkage, their hinges and its motor. */
import { mul, parameter as p, pow, rigid, type Scalar } from "bankshot";
import type { Body } from "bankshot/geometry";

export const [crank, coupler, rocker, ground] = [p("crank"), p("coupler"), p("rocker"), p("ground")];

export const half = (length: Scalar): Scalar => mul(0.5, length);

/** A bar along x of its axes. */
const bar = (name: string, length: Scalar): Body => ({
  name,
  space: "planar",
  mass: mul(p("density"), length),
  inertia: mul(1 / 12, p("density"), pow(length, 3)),
  shapes: [{ kind: "segment", from: [mul(-0.5, length), 0, 0], to: [half(length), 0, 0] }],
});

export const model = rigid({
  gravity: [0, 0, 0],
  bodies: [bar("crank", crank), bar("coupler", coupler), bar("rocker", rocker)],
  contacts: [],
  joints: [
    {
      name: "motor",
      kind: "hinge",
      body: "crank",
      at: [mul(-0.5, crank), 0, 0],
      motor: { velocity: p("speed"), most: p("torque") },
    },
    {
      name: "knee",
      kind: "hinge",
      body: "coupler",
      at: [mul(-0.5, coupler), 0, 0],
      to: { body: "crank", at: [half(crank), 0, 0] },
    },
    {
      name: "wrist",
      kind: "hinge",
      body: "coupler",
      at: [half(coupler), 0, 0],
      to: { body: "rocker", at: [half(rocker), 0, 0] },
    },
    { name: "foot", kind: "hinge", body: "rocker", at: [mul(-0.5, rocker), 0, 0], to: { at: [ground, 0, 0] } },
  ],
});
