import { cos, sin } from "../../../algebra/elementary/elementary.js";
import { solidSizes } from "../../../mechanics/assembly.js";
import type { SolidWorld } from "./world.js";

/** A box or a plane in the world: centre, axes by rows, half-widths; or normal and offset. */
interface Placed {
  readonly centre: Float64Array;
  readonly axes: Float64Array;
  readonly half: Float64Array;
}

/** Bodies where they stand. */
interface Stood {
  readonly world: SolidWorld;
  readonly states: Float64Array;
}

const placed = (): Placed => ({
  centre: new Float64Array(3),
  axes: new Float64Array(9),
  half: new Float64Array(3),
});

const one = placed();
const two = placed();
const between = new Float64Array(3);

/** Puts the bound at `from` among the numbers onto a body where it stands, or into the world. */
function place({ world, states }: Stood, body: number, from: number, into: Placed): void {
  const { numbers, bodies } = world;
  const { centre, axes, half } = into;
  for (let i = 0; i < 3; i++) {
    centre[i] = numbers[from + i];
    half[i] = numbers[from + 3 + i];
  }
  if (body >= bodies) {
    for (let i = 0; i < 9; i++) axes[i] = i % 4 === 0 ? 1 : 0;
    return;
  }
  if (world.solids.sizes.space === "planar") {
    turnInPlane(into, states, 6 * body);
    return;
  }
  const at = 13 * body;
  const [w, x, y, z] = [states[at + 3], states[at + 4], states[at + 5], states[at + 6]];
  const s = 2 / (w * w + x * x + y * y + z * z);
  axes[0] = 1 - s * (y * y + z * z);
  axes[1] = s * (x * y + w * z);
  axes[2] = s * (x * z - w * y);
  axes[3] = s * (x * y - w * z);
  axes[4] = 1 - s * (x * x + z * z);
  axes[5] = s * (y * z + w * x);
  axes[6] = s * (x * z + w * y);
  axes[7] = s * (y * z - w * x);
  axes[8] = 1 - s * (x * x + y * y);
  const [a, b, c] = centre;
  for (let i = 0; i < 3; i++) centre[i] = states[at + i] + a * axes[i] + b * axes[3 + i] + c * axes[6 + i];
}

/** The same of a body in the plane, which turns about z. */
function turnInPlane({ centre, axes }: Placed, states: Float64Array, at: number): void {
  const [c, s] = [cos(states[at + 2]), sin(states[at + 2])];
  axes.fill(0);
  axes[0] = axes[4] = c;
  axes[1] = s;
  axes[3] = -s;
  axes[8] = 1;
  const [a, b] = centre;
  centre[0] = states[at] + a * c - b * s;
  centre[1] = states[at + 1] + a * s + b * c;
}

/** The extent of a box along a direction. */
function along({ axes, half }: Placed, d: Float64Array, at: number): number {
  let sum = 0;
  for (let j = 0; j < 3; j++)
    sum += half[j] * Math.abs(d[at] * axes[3 * j] + d[at + 1] * axes[3 * j + 1] + d[at + 2] * axes[3 * j + 2]);
  return sum;
}

const inner = (a: Float64Array, at: number, b: Float64Array): number =>
  a[at] * b[0] + a[at + 1] * b[1] + a[at + 2] * b[2];

/**
 * No more than the distance of two shapes [m]: that of boxes which hold them along the normals of these boxes (Gottschalk,
 * Lin, Manocha 1996, without the edges), or of such a box from a plane. `from` is the place of the first bound.
 */
export function apart(stood: Stood, [a, b]: readonly [number, number], from: number, isPlane: boolean): number {
  place(stood, a, from, one);
  place(stood, b, from + solidSizes.bound, two);
  if (isPlane) return inner(two.centre, 0, one.centre) - two.half[0] - along(one, two.centre, 0);
  for (let i = 0; i < 3; i++) between[i] = one.centre[i] - two.centre[i];
  let most = -Infinity;
  for (let i = 0; i < 3; i++) {
    const byOne = Math.abs(inner(one.axes, 3 * i, between)) - one.half[i] - along(two, one.axes, 3 * i);
    const byTwo = Math.abs(inner(two.axes, 3 * i, between)) - two.half[i] - along(one, two.axes, 3 * i);
    most = Math.max(most, byOne, byTwo);
  }
  return most;
}
