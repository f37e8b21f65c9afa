import { rotate } from "../../../algebra/rotation.js";
import { plus } from "../../../algebra/vectors.js";
import { type SceneData, standsForPatch, type Triple } from "../../motion-view/scene/scene-data.js";
import type { Look } from "../look.js";
import { arrow, type Pen, path, pixelOf } from "./pen.js";

/** The longest arrow as a share of the scene. */
const longest = 0.26;

/** The scale of a motion's forces: the largest of them, and how long its arrow is [m]. */
export interface ForceScale {
  readonly most: number;
  readonly arrows: number;
}

type Contact = SceneData["contacts"][number];

const tripleAt = (values: ArrayLike<number>, picture: number): Triple => [
  values[3 * picture],
  values[3 * picture + 1],
  values[3 * picture + 2],
];

/** Patches that touch, and forces of contacts with their friction cones, at a picture. */
export function drawForces(pen: Pen, scene: SceneData, picture: number, marks: ForceScale & { look: Look }): void {
  for (const contact of scene.contacts) {
    drawPatch(pen, scene, contact, { picture, look: marks.look });
    drawForce(pen, contact, picture, marks);
  }
}

function drawPatch(
  pen: Pen,
  { bodies }: SceneData,
  { body, patch, patches }: Contact,
  { picture, look }: { readonly picture: number; readonly look: Look },
): void {
  const touching = patches[patch[picture] ?? -1];
  if (touching === undefined) return;
  const at = bodies[body].poses;
  const q = [3, 4, 5, 6].map((i) => at[7 * picture + i]);
  const centre: Triple = [at[7 * picture], at[7 * picture + 1], at[7 * picture + 2]];
  pen.context.strokeStyle = look.patch;
  pen.context.lineWidth = 1.8;
  path(
    pen,
    touching.outline.map((corner) => pen.see(plus(centre, rotate(q, corner)))),
    true,
  );
  pen.context.stroke();
}

function drawForce(
  pen: Pen,
  { point, normal, tangential, friction, patch }: Contact,
  picture: number,
  { most, arrows, look }: ForceScale & { look: Look },
): void {
  const { context, see, fit } = pen;
  const [n, f] = [tripleAt(normal, picture), tripleAt(tangential, picture)];
  const pressing = Math.hypot(...n);
  if (!(pressing > 1e-6 * most)) return;
  const at = pixelOf(pen, see(tripleAt(point, picture)));
  const factor = (longest * arrows * fit.scale) / Math.sqrt(most * Math.hypot(...plus(n, f)));
  const [a, b] = see(n);
  if (friction !== null) {
    const aside = friction * factor;
    context.strokeStyle = look.quiet;
    context.lineWidth = 0.9;
    context.beginPath();
    context.moveTo(at[0] + factor * a + aside * b, at[1] - factor * b + aside * a);
    context.lineTo(...at);
    context.lineTo(at[0] + factor * a - aside * b, at[1] - factor * b - aside * a);
    context.stroke();
  }
  arrow(pen, at, [factor * a, -factor * b], look.normal);
  const [c, d] = see(f);
  arrow(pen, at, [factor * c, -factor * d], look.friction);
  if (!standsForPatch({ patch })) return;
  context.fillStyle = look.ecp;
  context.beginPath();
  context.arc(...at, 4.5, 0, 2 * Math.PI);
  context.fill();
}
