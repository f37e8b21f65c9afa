/** Shared by problems and their tests: a thumb and two fingers that stand round a cube and hold it by friction. */
import { type Expr, f, frame, type Model, neg, type Objective, parameter as p, rigid } from "bankshot";
import { finger, hinges, type OfHinges, reach, tip, tipAt } from "./finger.js";

type Condition = NonNullable<Objective["path"]>[number];

/** Half the edge of the cube, the height of its middle at the start, and how far from it a finger stands [m]. */
const half = 0.05;
export const height = 0.18;
const stand = 0.12;

/** A finger of the hand: where along the face that it touches [m], on which side of the cube, and its share of the weight. */
export interface Holder {
  readonly name: string;
  readonly along: number;
  readonly side: 1 | -1;
  readonly share: number;
}
export const holders: readonly Holder[] = [
  { name: "thumb", along: 0, side: -1, share: 0.5 },
  { name: "left", along: -0.025, side: 1, share: 0.25 },
  { name: "right", along: 0.025, side: 1, share: 0.25 },
];
export const drives = holders.flatMap(({ name }) => hinges.map((hinge) => `${name}.${hinge}`));

/** The angles in which a finger holds the cube, turned by an angle about the upright. */
export function graspOf({ along, side }: Holder, turn: Expr): OfHinges {
  const away = side * (half + tip);
  const x = f`cos(${turn}) * ${along} - sin(${turn}) * ${away}`;
  const y = f`sin(${turn}) * ${along} + cos(${turn}) * ${away}`;
  return reach(f`${-side} * (${x} - ${along})`, f`${stand} - ${side} * (${y})`, f`${height} + 0 * ${turn}`);
}

export const hand: Model = rigid(
  {
    gravity: [0, 0, neg(p("gravity"))],
    bodies: [
      {
        name: "cube",
        space: "spatial",
        mass: p("mass"),
        inertia: f`${p("mass")} * ${(2 / 3) * half ** 2}`,
        shapes: [{ kind: "box", half: [half, half, half] }],
      },
    ],
    contacts: holders.map(({ name, side }) => ({
      name,
      body: `${name}.lower`,
      shape: { kind: "ball", radius: tip, centre: tipAt },
      against: {
        body: "cube",
        shape: { kind: "half-space", normal: [0, side, 0], tangent: [1, 0, 0], offset: half },
      },
      friction: p("friction"),
    })),
    robots: holders.map(({ name, along, side }) => finger(name, [along, side * stand, 0], side < 0 ? 1 : -1)),
  },
  "pyramid",
);

/** A finger presses, and its friction keeps in reserve what is left of the cone. */
export function grips(name: string): Condition[] {
  const normal = frame.inside(`${name}.normalForce`);
  const must = "not-exceed-zero";
  const rubs = ["tangentForce", "orthogonalForce"].flatMap((axis) =>
    [1, -1].map(
      (sign): Condition => ({
        name: `${name} keeps its reserve, ${axis} ${sign}`,
        unit: "N",
        residual: f`${sign} * ${frame.inside(`${name}.${axis}`)} - ${p("reserve")} * ${p("friction")} * ${normal}`,
        must,
      }),
    ),
  );
  return [...rubs, { name: `${name} presses`, unit: "N", residual: f`${p("press.least")} - ${normal}`, must }];
}
