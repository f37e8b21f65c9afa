/** The cube under the laws of contact that its recordings are asked to tell apart. */
import {
  add,
  compliant,
  div,
  type Expr,
  type Model,
  mul,
  neg,
  now,
  parameter as p,
  patchModel,
  rigid,
  type Scalar,
  sub,
} from "bankshot";
import { type Box, type CompliantContact, type HalfSpace, prism, vertexContacts } from "bankshot/geometry";

/** Forms of the model. */
export const cubeChoices = {
  law: {
    value: "kelvin-voigt",
    unit: "",
    meaning:
      "springs and dampers at the corners, Hunt and Crossley's, rigid corners with restitution, or one patch that does not bounce",
    choices: ["kelvin-voigt", "hunt-crossley", "rigid", "patch"],
  },
  frictionOf: {
    value: "one",
    unit: "",
    meaning: "one friction coefficient, or one that goes over to friction.flat with the number of corners that carry",
    choices: ["one", "points"],
  },
} as const;

const [half, rounding]: readonly Scalar[] = [p("half"), p("rounding")];
const table: HalfSpace = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };

/** The cube in axes through the centre of mass, which lies above the tracked centre. */
const cube: Box = {
  kind: "box",
  half: [half, half, half],
  rounding,
  pose: { position: [0, 0, neg(p("com.z"))] },
};

/** Of mass one: only forces per mass are seen in a motion. */
const scene = {
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [{ name: "cube", space: "spatial", mass: 1, inertia: p("inertia.perMass"), shapes: [cube] }],
} as const;

/** Its corners, which are round. */
const corner = { name: "corner", body: "cube", shape: cube, against: table, friction: p("friction") };
const soft: CompliantContact = {
  ...corner,
  stiffness: p("stiffness.perMass"),
  damping: p("damping.perMass"),
  coneSmoothing: 0.01,
};

/** (Σδ)²/Σδ²: how many corners carry, from 1 to 4 on a face, by their deformations at the start of a step. */
function carrying(): Expr {
  const depths = vertexContacts(soft).map(({ name }) => now(`${name}.deformationN`));
  const sum = add(...depths);
  // a millionth of a unit stands in for corners that are in the air
  return div(add(mul(sum, sum), 1e-12), add(...depths.map((d) => mul(d, d)), 1e-12));
}

/** Its hull within the rounding, in axes through the centre of mass. */
function core() {
  const inner = sub(half, rounding);
  const square = [
    [neg(inner), neg(inner)],
    [inner, neg(inner)],
    [inner, inner],
    [neg(inner), inner],
  ] as const;
  return prism(square, sub(neg(inner), p("com.z")), sub(inner, p("com.z")));
}

/** The model of a choice of law and friction. */
export function cubeModel(choice: (parameter: keyof typeof cubeChoices) => string): Model {
  const law = choice("law");
  if (law === "rigid") return rigid({ ...scene, contacts: vertexContacts({ ...corner, rebound: p("restitution") }) });
  if (law === "patch") {
    const frictionAxes = [1, 1, p("spin.radius")] as const;
    return patchModel({ ...scene, contacts: [{ ...corner, shape: core(), frictionAxes, rounding }] });
  }
  const more = div(mul(sub(carrying(), 1), sub(p("friction.flat"), p("friction"))), 3);
  const friction = choice("frictionOf") === "points" ? add(p("friction"), more) : p("friction");
  const form = law === "hunt-crossley" ? { dissipation: p("dissipation") } : {};
  return compliant({ ...scene, contacts: vertexContacts({ ...soft, friction, ...form }) });
}
