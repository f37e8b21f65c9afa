import { rotate } from "../../../algebra/rotation.js";
import { direction, inner, length, minus, outer, times } from "../../../algebra/vectors.js";
import type { Model } from "../../../mechanics/model.js";
import type { Footprint } from "../../../mechanics/views.js";
import type { Result } from "../../../motion/result.js";
import { bodyNamed } from "../../motion-view/bodies.js";
import { evenInTime } from "../../motion-view/frames.js";
import { targetsOf } from "../../motion-view/motion.js";
import { readable } from "../../motion-view/numbers.js";
import type { Spot } from "../../motion-view/outlines.js";
import { convexOutline } from "../../motion-view/outlines.js";
import { isRealContactKnown, patchesOf, segmentAt, segmentsOf } from "../../motion-view/patches.js";
import { placePoint } from "../../motion-view/pose.js";
import { type Solids, solidsOf } from "../../motion-view/solids.js";
import { ecpAt, posesOf } from "../../motion-view/spatial.js";
import type { Patch, SpatialPose, Triple } from "../../motion-view/spatial-figures.js";
import type { FootprintFigure, FootprintInstant } from "./figures.js";

/** The material of the pictures of one contact. */
interface Covering {
  readonly footprint: Footprint;
  readonly result: Result;
  readonly poses: readonly SpatialPose[];
  readonly solids: Solids;
  readonly patches: readonly Patch[];
  readonly isKnown: boolean;
  /** At every grid point the contact's patch (undefined in flight) and its mode. */
  readonly patch: readonly (Patch | undefined)[];
  readonly mode: readonly ("stick" | "slip" | "free")[];
}

/** Contact patches from above with the way of the contact point, then in body axes, for every contact. */
export function footprintFigures(model: Model, result: Result): FootprintFigure[] {
  const solids = solidsOf(model, result);
  const { footprints = [] } = model.views ?? {};
  return footprints.flatMap((footprint) => {
    const segments = segmentsOf(footprint, result);
    const patches = patchesOf(footprint, model, result);
    const own = solids.get(footprint.body);
    if (patches.length === 0 || own === undefined) return [];
    const at = segmentAt(segments, result).map((i) => segments[i]);
    const covering: Covering = {
      footprint,
      result,
      poses: posesOf(bodyNamed(model, footprint.body), own, result),
      solids: own,
      patches,
      isKnown: isRealContactKnown(footprint, model),
      patch: at.map((segment) => patches.find(({ vertices }) => `${vertices}` === `${segment?.vertices}`)),
      mode: at.map((segment) => segment?.mode ?? "free"),
    };
    const of = footprints.length > 1 ? ` at ${footprint.contact}` : "";
    return [fromAbove(covering, of), ...inBody(covering, of)];
  });
}

/** Instants that are looked at for one that is worth drawing. */
const candidates = 24;
/** A body that has moved by less than this part of its size since a picture would be drawn over it. */
const apart = 0.6;
/** The end is worth a picture sooner: where a body has come to is what people ask. */
const apartAtEnd = 0.15;
/** More outlines than this cannot be told apart. */
const mostInstants = 9;

function fromAbove(covering: Covering, of: string): FootprintFigure {
  const { result, poses, patch, footprint } = covering;
  const { t } = result.trajectory;
  const targets = targetsOf(result);
  const [x, y] = bodyNamed(result.model, footprint.body).position.map((name) => targets.get(name));
  const path = (k: number): Spot => flat(ecpAt(footprint, result, k));
  return {
    kind: "footprint",
    frame: "world",
    title: `Contact patch from above${of}`,
    text: `Body and contact patch at some instants, later ones filled more strongly, with the way of the equivalent contact point. ${realText(covering)}`,
    labels: ["x (m)", "y (m)"],
    instants: instantsOf(covering).map((k) =>
      instant(covering, k, `${readable(Number(t[k].toPrecision(4)))} s`, (point) => flat(placePoint(poses[k], point))),
    ),
    paths: pathsOf(covering, (k) => patch[k] !== undefined, path),
    targets: x === undefined || y === undefined ? [] : [[x, y]],
  };
}

const flat = ([x, y]: Triple): Spot => [sixDigits(x), sixDigits(y)];
const sixDigits = (x: number): number => Number(x.toPrecision(6));

function realText({ patches, isKnown, footprint: { faces, shells } }: Covering): string {
  if (faces === undefined) return "Dashed: the outline of the contact, which is all that this model knows.";
  if (!isKnown) return "Dashed: the face of this body, within which the other one may end.";
  if (shells === undefined) return "The hull is the body: all of its patch is real contact.";
  const only = patches.some(
    ({ outline, polygons, segments }) => outline.length > 1 && polygons.length + segments.length === 0,
  );
  return `Filled: real contact; dashed: the patch of the hull, of which the rest is air.${only ? " Where only two points are filled, a line of the hull rests on them." : ""}`;
}

/** Grid points where the contact changes, and others where the body has moved on, ends first. */
function instantsOf({ result, poses, patch, mode, solids }: Covering): number[] {
  const { t } = result.trajectory;
  const corners = solids.hull.vertices;
  const size = Math.max(...corners.map((corner) => length(minus(corner, corners[0]))));
  const moved = (j: number, k: number): number =>
    Math.max(...corners.map((corner) => length(minus(placePoint(poses[j], corner), placePoint(poses[k], corner)))));
  const changes = patch.flatMap((one, k) => (k > 1 && one !== patch[k - 1] ? [k] : []));
  const chosen: number[] = [];
  for (const k of [1, t.length - 1, ...changes, ...evenInTime(t, candidates)]) {
    if (k === 0 || mode[k] === "free" || chosen.length === mostInstants) continue;
    const least = k === t.length - 1 ? apartAtEnd : apart;
    if (chosen.every((j) => patch[j] !== patch[k] || moved(j, k) > least * size)) chosen.push(k);
  }
  return chosen.sort((a, b) => a - b);
}

/** In flight nothing touches. */
const bare: Patch = { vertices: [], outline: [], polygons: [], segments: [], points: [] };

function instant(covering: Covering, k: number, label: string, spot: (point: Triple) => Spot): FootprintInstant {
  const { patch, solids, footprint, result } = covering;
  const { outline, polygons, segments, points } = patch[k] ?? bare;
  const parts = solids.parts.length > 0 ? solids.parts : [solids.hull];
  return {
    label,
    outlines: parts.map(({ vertices }) => convexOutline(vertices.map(spot))),
    patch: outline.map(spot),
    polygons: polygons.map((polygon) => polygon.map(spot)),
    segments: segments.map((segment) => segment.map(spot)),
    points: points.map(spot),
    ecp: flat(ecpAt(footprint, result, k)),
  };
}

/** Stretches of contact of one mode; each begins where the one before ends, if that is the step before. */
function pathsOf(
  { result, mode }: Covering,
  counts: (k: number) => boolean,
  path: (k: number) => Spot,
): FootprintFigure["paths"] {
  const { t } = result.trajectory;
  const paths: { mode: "stick" | "slip"; step: number[]; t: number[]; x: number[]; y: number[] }[] = [];
  for (let k = 1; k < t.length; k++) {
    const now = mode[k];
    if (now === "free" || !counts(k)) continue;
    const last = paths.at(-1);
    const follows = last?.step.at(-1) === k - 1;
    if (follows && last?.mode === now) {
      add(last, k);
      continue;
    }
    const line = { mode: now, step: [], t: [], x: [], y: [] };
    paths.push(line);
    if (follows) add(line, k - 1);
    add(line, k);
  }
  return paths;

  function add(line: { step: number[]; t: number[]; x: number[]; y: number[] }, k: number): void {
    const [x, y] = path(k);
    line.step.push(k);
    line.t.push(sixDigits(t[k]));
    line.x.push(x);
    line.y.push(y);
  }
}

/** Faces of one body that a report draws on their own. */
const mostFaces = 3;

/** Every face that touched, from above through the body, with the way of the contact point in body axes. */
function inBody(covering: Covering, of: string): FootprintFigure[] {
  const { footprint, result, poses, patch, solids } = covering;
  const touched = [...new Set(patch.flatMap((one) => (one === undefined ? [] : [one])))];
  const faces = solids.hull.faces.flatMap((face) => {
    const whole = touched.find(({ vertices }) => within(vertices, face) && vertices.length > 2);
    return whole === undefined ? [] : [{ face, whole }];
  });
  return faces.slice(0, mostFaces).map(({ face, whole }) => {
    const spot = faceAxes(whole.outline);
    const ecp = (k: number): Spot => {
      const [x, y, z, w, a, b, c] = poses[k];
      return spot(rotate([w, -a, -b, -c], minus(ecpAt(footprint, result, k), [x, y, z])));
    };
    const patches = touched.filter(({ vertices }) => within(vertices, face));
    return {
      kind: "footprint",
      frame: "body",
      title: `Contact point in the patch${of}${faces.length > 1 ? `, vertices ${face.join(" ")}` : ""}`,
      text: `The way of the equivalent contact point in body axes. ${realText(covering)}`,
      labels: ["along the patch (m)", "across the patch (m)"],
      instants: patches.map(({ outline, polygons, segments, points }) => ({
        label: "",
        outlines: [],
        patch: outline.map(spot),
        polygons: polygons.map((polygon) => polygon.map(spot)),
        segments: segments.map((segment) => segment.map(spot)),
        points: points.map(spot),
      })),
      paths: pathsOf(covering, (k) => patches.some((one) => one === patch[k]), ecp),
      targets: [],
    };
  });
}

const within = (vertices: readonly number[], face: readonly number[]): boolean =>
  vertices.every((i) => face.includes(i));

/** Coordinates in a face, as seen from inside the body, x along the body's x axis where that lies in it. */
function faceAxes(outline: readonly Triple[]): (point: Triple) => Spot {
  const [a, b, c] = outline as [Triple, Triple, Triple];
  const out = direction(outer(minus(b, a), minus(c, a)));
  const inwards = times(-1, out);
  const near: Triple = Math.abs(out[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const u = direction(minus(near, times(inner(near, out), out)));
  const v = outer(inwards, u);
  return (point) => [sixDigits(inner(u, point)), sixDigits(inner(v, point))];
}
