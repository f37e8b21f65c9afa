/** Shared by problems and their tests: the parts of a clock, a wheel with pins and a pendulum with the pallets of an anchor. */
import { f, parameter as p, rigid, type Scalar } from "bankshot";
import type { Body, Contact, Segment, Shape } from "bankshot/geometry";

export const pins = 15;
/** Circle of the pins, and their radius [m]. */
const [ring, pin] = [0.05, 0.001];
/** From the upright to where a pallet touches the circle: five quarters of a pitch, so that one holds where the other is free. */
const reach = (2.5 * Math.PI) / pins;
/** The anchor's pivot is where the tangents of both meet, so that its pallets move along radii. */
export const pivot = ring / Math.cos(reach);
/** Both pallets reach this deep into the circle where the pendulum hangs still, and their faces lean by this angle [m, rad]. */
const [depth, lean] = [0.001, 0.35];
const length = 0.012;

/** The face of a pallet, on the left (−1) or on the right (1), in axes of the anchor. */
function face(side: 1 | -1): Segment {
  const [out, along] = [
    [side * Math.sin(reach), Math.cos(reach)],
    [Math.cos(reach), -side * Math.sin(reach)],
  ];
  const at = (inwards: number): readonly [Scalar, Scalar, Scalar] => {
    const [radial, tangential] = [ring - depth + inwards * Math.cos(lean), -inwards * Math.sin(lean)];
    return [
      radial * out[0] + tangential * along[0],
      f`${radial * out[1] + tangential * along[1]} - ${pivot} + ${p("length")}`,
      0,
    ];
  };
  return { kind: "segment", from: at(0), to: at(length) };
}

const places = Array.from({ length: pins }, (_, i): readonly [number, number, number] => {
  const angle = (2 * Math.PI * i) / pins;
  return [ring * Math.cos(angle), ring * Math.sin(angle), 0];
});
const round = (at: readonly [number, number, number]): Shape => ({ kind: "ball", radius: pin, centre: at });

/** The rod of the pendulum, as it is drawn. */
const rod: Segment = { kind: "segment", from: [0, 0, 0], to: [0, p("length"), 0] };

const bodies: readonly Body[] = [
  {
    name: "wheel",
    space: "planar",
    mass: 0.02,
    inertia: p("wheel.inertia"),
    shapes: [...places.map(round), { kind: "ball", radius: 0.9 * ring }],
  },
  {
    name: "pendulum",
    space: "planar",
    mass: p("mass"),
    inertia: p("inertia"),
    shapes: [face(-1), face(1), rod, { kind: "ball", radius: 0.02 }],
  },
];

export const model = rigid(
  {
    gravity: [0, f`-${p("gravity")}`, 0],
    bodies,
    contacts: places.flatMap((at, i) =>
      ([-1, 1] as const).map(
        (side): Contact => ({
          name: `${side < 0 ? "entry" : "exit"}${i + 1}`,
          body: "wheel",
          shape: { kind: "ball", radius: pin, centre: at },
          against: { body: "pendulum", shape: face(side) },
          friction: 0,
        }),
      ),
    ),
    joints: [
      { name: "arbor", kind: "hinge", body: "wheel", motor: { force: f`-${p("torque")}` } },
      {
        name: "pivot",
        kind: "hinge",
        body: "pendulum",
        at: [0, p("length"), 0],
        to: { at: [0, pivot, 0] },
        damping: p("damping"),
      },
    ],
  },
  "pyramid",
);
