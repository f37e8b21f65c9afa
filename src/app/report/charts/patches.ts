import type { Footprint } from "../../../mechanics/views.js";
import type { Result } from "../../../motion/result.js";
import { segmentAt, segmentsOf, segmentText } from "../../motion-view/patches.js";
import type { Drawing } from "./drawing.js";
import type { BandPart, SeriesFigure, SeriesLine } from "./figures.js";

/** Loads of bodies on contact patches, and their contacts: over time, above a band of the contact. */
export function patchCharts(drawing: Drawing): SeriesFigure[] {
  const { footprints = [] } = drawing.model.views ?? {};
  const names = [...new Set(footprints.map(({ body }) => body))];
  return [
    ...names.flatMap((body) => appliedTo(body, names.length > 1, drawing)),
    ...footprints.flatMap((footprint) => contactCharts(footprint, footprints.length > 1, drawing)),
    ...names.flatMap((body) => turnFigures(body, names.length > 1, drawing)),
  ];
}

/** A chart of what is smaller than this [in its unit] everywhere would show rounding. */
const leastDrawn = 1e-12;

type Captions = Pick<SeriesFigure, "title" | "label" | "unit" | "text">;

function chart(captions: Captions, lines: readonly SeriesLine[], band?: readonly BandPart[]): SeriesFigure[] {
  const drawn = lines.filter(({ values }) => values.some((value) => value !== null));
  if (drawn.every(({ values }) => values.every((value) => Math.abs(value ?? 0) <= leastDrawn))) return [];
  return [{ kind: "series", ...captions, lines: drawn, zero: true, events: [], ...(band && { band }) }];
}

/** The applied wrench without the components that stay zero. */
function appliedTo(body: string, several: boolean, { result, model, pick }: Drawing): SeriesFigure[] {
  const { columns } = result.trajectory;
  const footprint = (model.views?.footprints ?? []).find((one) => one.body === body);
  const band = footprint === undefined ? [] : bandOf(footprint, result);
  const of = several ? ` on ${body}` : "";
  const lines = (kind: "force" | "torque", letter: string): SeriesLine[] =>
    ["x", "y", "z"].flatMap((axis) => {
      const column = columns[`${body}.${kind}.${axis}`];
      const acts = column?.some((value) => Number.isFinite(value) && value !== 0) ?? false;
      return acts ? [{ name: `${letter}${axis}`, values: pick(column) }] : [];
    });
  const text = "without gravity, of the start of each step";
  const force = { title: `Applied force${of}`, label: "force", unit: "N", text: `The force from outside, ${text}.` };
  const torque = {
    title: `Applied torque${of}`,
    label: "torque",
    unit: "N m",
    text: `The torque from outside about the centre of mass, ${text}.`,
  };
  return [...chart(force, lines("force", "f"), band), ...chart(torque, lines("torque", "τ"), band)];
}

function contactCharts(footprint: Footprint, several: boolean, drawing: Drawing): SeriesFigure[] {
  const { result, pick } = drawing;
  const { columns } = result.trajectory;
  const { contact } = footprint;
  const of = several ? ` at ${contact}` : "";
  const band = bandOf(footprint, result);
  const touches = touchesAt(footprint, result);
  const line = (name: string, column: string): SeriesLine[] => {
    const values = columns[`${contact}.${column}`];
    return values === undefined ? [] : [{ name, values: pick(values) }];
  };
  const held = (name: string, column: string): SeriesLine[] => {
    const values = columns[`${contact}.${column}`];
    return values === undefined ? [] : [{ name, values: pick(values.map((x, k) => (touches[k] ? x : Number.NaN))) }];
  };
  const loads = (result.model.views?.contacts ?? []).filter(({ patch, unit }) => patch === contact && unit === "N s");
  return [
    ...chart(
      {
        title: `Contact point${of}`,
        label: "position",
        unit: "m",
        text: "Coordinates of the equivalent contact point in the world, where there is contact.",
      },
      ["x", "y", "z"].flatMap((axis) => held(`a${axis}`, `ecp.${axis}`)),
      band,
    ),
    ...chart(
      {
        title: `Contact impulses${of}`,
        label: "impulse of a step",
        unit: "N s",
        text: "Normal impulse, and both components of friction, of each step.",
      },
      [
        ...line("normal", "normalImpulse"),
        ...line("tangent", "tangentImpulse"),
        ...line("orthogonal", "orthogonalImpulse"),
      ],
      band,
    ),
    ...chart(
      {
        title: `Frictional moment${of}`,
        label: "angular impulse",
        unit: "N m s",
        text: "What friction about the normal at the contact point takes from the spin in each step.",
      },
      line("rotation", "rotationImpulse"),
      band,
    ),
    ...chart(
      {
        title: `Loads of the patches${of}`,
        label: "impulse of a step",
        unit: "N s",
        text: "How the normal impulse is shared by the patches of the union, with least norm.",
      },
      loads.flatMap(({ name, columns: { normal } }): SeriesLine[] =>
        normal === undefined ? [] : [{ name: `patch ${name.split(".").at(-1)}`, values: pick(columns[normal]) }],
      ),
      band,
    ),
    ...chart(
      {
        title: `Slip speed${of}`,
        label: "slip σ",
        unit: "m/s",
        text: "Generalised slip of the contact, with the axes of the friction ellipsoid; zero where it sticks.",
      },
      line("σ", "slip"),
      band,
    ),
  ];
}

/** Tilt of a body, and its turn about the vertical added up. */
function turnFigures(body: string, several: boolean, { result, pick }: Drawing): SeriesFigure[] {
  const { columns } = result.trajectory;
  const [tilt, turn] = [columns[`${body}.tilt`], columns[`${body}.turn`]];
  if (tilt === undefined || turn === undefined) return [];
  let sum = 0;
  const total = turn.map((angle, k) => {
    sum += k === 0 ? 0 : angle;
    return sum;
  });
  return chart(
    {
      title: `Turn and tilt${several ? ` of ${body}` : ""}`,
      label: "angle",
      unit: "rad",
      text: "Turn about the vertical since the start, and angle between the body's z axis and the vertical.",
    },
    [
      { name: "turn", values: pick(total) },
      { name: "tilt", values: pick(tilt) },
    ],
  );
}

/** True at each grid point at which a step ends in contact. */
function touchesAt(footprint: Footprint, result: Result): boolean[] {
  const segments = segmentsOf(footprint, result);
  return segmentAt(segments, result).map((i, k) => k > 0 && (segments[i]?.vertices.length ?? 0) > 0);
}

/** The segments of a contact over time: each from the end of the step before it. */
export function bandOf(footprint: Footprint, result: Result): BandPart[] {
  const { t } = result.trajectory;
  const segments = segmentsOf(footprint, result);
  const at = segmentAt(segments, result);
  return segments.flatMap((segment, i) => {
    const [first, last] = [at.indexOf(i), at.lastIndexOf(i)];
    if (first < 0) return [];
    const { contact, mode } = segment;
    const from = t[Math.max(0, first - 1)];
    return [
      { from, to: t[last], contact, mode, text: `steps ${segment.from} to ${segment.to}: ${segmentText(segment)}` },
    ];
  });
}
