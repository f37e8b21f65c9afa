/** Shared by problems and their tests: a table with cushions, fifteen racked balls and the cue ball. */
import { compliant, mul, neg, parameter as p, type Scalar } from "bankshot";
import type { HalfSpace } from "bankshot/geometry";

const ball = { kind: "ball", radius: p("radius") } as const;
export const racked = Array.from({ length: 15 }, (_, i) => `ball${i + 1}`);
export const names = ["cue", ...racked];

const cushion = (normal: HalfSpace["normal"], length: Scalar): HalfSpace => ({
  kind: "half-space",
  normal,
  tangent: [0, 0, 1],
  offset: mul(-0.5, length),
});
const cushions = {
  head: cushion([1, 0, 0], p("length")),
  foot: cushion([-1, 0, 0], p("length")),
  right: cushion([0, 1, 0], p("breadth")),
  left: cushion([0, -1, 0], p("breadth")),
};

const material = (between: readonly [string, string], friction: Scalar) => ({
  between,
  friction,
  stiffness: p("stiffness"),
  damping: p("damping"),
  coneSmoothing: p("smoothing"),
});

export const model = compliant({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: names.map((name) => ({ name, space: "spatial", shape: ball, mass: p("mass"), material: "ball" })),
  world: [
    {
      name: "table",
      shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
      material: "cloth",
    },
    ...Object.entries(cushions).map(([name, shape]) => ({ name, shape, material: "rubber" })),
  ],
  contacts: "all",
  materials: [
    material(["ball", "ball"], p("friction.ball")),
    material(["ball", "cloth"], p("friction.cloth")),
    material(["ball", "rubber"], p("friction.cushion")),
  ],
});
