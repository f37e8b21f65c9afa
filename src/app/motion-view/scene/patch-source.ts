import type { Model } from "../../../mechanics/model.js";
import type { Footprint } from "../../../mechanics/views.js";
import type { PatchScene } from "../../../models/patch/patch-scene.js";
import { modelScene } from "../../../models/scenes.js";
import type { Result } from "../../../motion/result.js";
import { bandOfSegments } from "../band.js";
import { bodyNamed } from "../bodies.js";
import { numberOf, patchContacts, patchesOf, segmentAt, segmentsOf } from "../patches.js";
import { type Solids, solidsOf, worldOf } from "../solids.js";
import { changesOf, contactFrame, ecpAt, posesOf } from "../spatial.js";
import type { Mesh, SceneShape } from "./scene-data.js";
import { bodyOf, distinct, sceneShape, solidOfPoints } from "./solid-shapes.js";
import type { Source, SourceContact } from "./source.js";
import { targetPoints } from "./targets.js";

/** Bodies on contact patches with their contact points, hulls and true shapes. */
export function patchSource(model: Model, result: Result): Source {
  const { footprints = [] } = model.views ?? {};
  const shaped = shapedOf(model);
  const solids = solidsOf(model, result);
  for (const { name } of shaped?.bodies ?? []) if (!solids.has(name)) solids.set(name, nothing);
  const bodies = [...solids].map(([name, own]) => ({ ...own, view: bodyNamed(model, name) }));
  const names = bodies.map(({ view }) => view.name);
  const { planes, solids: fixed } = worldOf(model, result);
  const poses = bodies.map((body) => posesOf(body.view, body, result));
  const contacts = footprints.map((footprint) => contactOf(footprint, names, model, result));
  const force = footprints.map((footprint) => forceAt(footprint, model, result));
  return {
    plane: "space",
    bodies: bodies.map((body, i) => ({
      name: body.view.name,
      role: "part",
      ...(shapesAsGiven(shaped, body.view.name, result) ?? shapesOf(body)),
      pose: (k) => poses[i][k],
    })),
    world:
      shaped === undefined
        ? [
            ...planes.map((plane): SceneShape => ({ kind: "half-space", ...plane })),
            ...fixed.map((facets): SceneShape => ({ kind: "mesh", ...facets })),
          ]
        : distinct((shaped.world ?? []).flatMap(({ shape }) => bodyOf(sceneShape(shape, false, result), false))),
    contacts,
    forces: (k) => force.flatMap((at) => at(k)),
    targets: targetPoints(
      bodies.map(({ view }) => view),
      result,
      ({ name }) => poses[names.indexOf(name)].at(-1)?.[2] ?? 0,
    ),
    timeline: { band: bandOfSegments(model, result), realTime: false },
    turns: footprints.flatMap((footprint) => changesOf(footprint, result)),
  };
}

const nothing: Solids = { hull: { vertices: [], faces: [] }, parts: [] };

/** The scene of a patch model that was made from shapes. */
function shapedOf(model: Model): PatchScene | undefined {
  const known = modelScene(model);
  return known?.kind === "patch" && known.scene.pairs !== undefined ? known.scene : undefined;
}

/** The shapes of a body of such a scene, as they were given. */
function shapesAsGiven(
  scene: PatchScene | undefined,
  name: string,
  result: Result,
): { readonly shapes: readonly SceneShape[] } | undefined {
  const shapes = scene?.bodies.find((body) => body.name === name)?.shapes;
  return shapes && { shapes: shapes.flatMap((shape) => bodyOf(sceneShape(shape, false, result), false)) };
}

/** The true shape part by part with the hull, or the hull alone; an outline on the ground stands for what is above it. */
function shapesOf({ hull, parts }: Solids): { readonly shapes: readonly Mesh[]; readonly hull?: Mesh } {
  const given: Mesh = { kind: "mesh", ...hull };
  const mesh = hull.faces.length > 1 ? given : (solidOfPoints(hull.vertices) ?? given);
  return parts.length === 0
    ? { shapes: [mesh] }
    : { shapes: parts.map((part) => ({ kind: "mesh", ...part })), hull: mesh };
}

function contactOf(footprint: Footprint, names: readonly string[], model: Model, result: Result): SourceContact {
  const { contact: name, body } = footprint;
  const segments = segmentsOf(footprint, result);
  const at = segmentAt(segments, result);
  const patches = patchesOf(footprint, model, result);
  const known = new Map(patches.map(({ vertices }, i) => [vertices.join(" "), i]));
  return {
    name,
    body: names.indexOf(body),
    friction: frictionOf(footprint, model, result),
    patches: patches.map(({ vertices: _, ...patch }) => patch),
    patch: (k) => known.get((segments[at[k]]?.vertices ?? []).join(" ")) ?? -1,
  };
}

/** The largest that friction may be for each newton of the normal force: μ times the longer axis of the ellipsoid. */
function frictionOf({ contact }: Footprint, model: Model, result: Result): number | null {
  const known = modelScene(model);
  const law =
    known?.kind === "sliding" ? known.scene.contact : patchContacts(model).find(({ name }) => name === contact);
  if (law === undefined) return null;
  const [eT, eO] = law.frictionAxes;
  const mu = numberOf(law.friction, result) * Math.max(numberOf(eT, result), numberOf(eO, result));
  return Number.isFinite(mu) ? mu : null;
}

/** The contact point, normal force and friction at the end of a step: impulses over the length of the step. */
function forceAt(footprint: Footprint, model: Model, result: Result): (k: number) => readonly number[] {
  const { contact: name } = footprint;
  const { t, columns } = result.trajectory;
  const segments = segmentsOf(footprint, result);
  const at = segmentAt(segments, result);
  const frame = contactFrame(name, model, result);
  const flight = new Array<number>(9).fill(0);
  const impulse = (axis: string): Float64Array | undefined => columns[`${name}.${axis}Impulse`];
  const [normal, tangent, orthogonal] = [impulse("normal"), impulse("tangent"), impulse("orthogonal")];
  return (k) => {
    if (k === 0 || !((segments[at[k]]?.vertices.length ?? 0) > 0)) return flight;
    const h = t[k] - t[k - 1];
    const axes = frame(k);
    const [n, s, o] = [normal, tangent, orthogonal].map((column) => (column?.[k] ?? 0) / h);
    return [
      ...ecpAt(footprint, result, k),
      ...axes.normal.map((x) => x * n),
      ...axes.tangent.map((x, i) => x * s + axes.orthogonal[i] * o),
    ];
  };
}
