/**
 * Figures of a result as plain data: which charts a motion has, and their numbers at the grid points that are kept.
 * Nothing is drawn here, so that the page can draw at any width. A new chart is a function from a `Drawing` to figures;
 * its kind stands in `figures.ts`, and no other chart need be read for it.
 *
 * @module app/report/charts
 */
import { type Axis, type BodyView, coordinateOf } from "../../../mechanics/views.js";
import type { Landscape } from "../../../motion/design/landscape.js";
import type { Result } from "../../../motion/result.js";
import { bodiesOf, columnAlong } from "../../motion-view/bodies.js";
import { bodyState, changes, contactsOf, targetsOf } from "../../motion-view/motion.js";
import { quasistaticScene } from "../../motion-view/quasistatic.js";
import { changesOf } from "../../motion-view/spatial.js";
import { isUpright } from "../../motion-view/view.js";
import { type Methods, methodFigures } from "../methods.js";
import { branchesOf } from "./branches.js";
import { contactFigures } from "./contacts.js";
import { controlFigures } from "./controls.js";
import type { Drawing } from "./drawing.js";
import type { Figure, PathFigure, ReportData, ResidualFigure, SeriesFigure, Values } from "./figures.js";
import { footprintFigures } from "./footprints.js";
import { landscapeFigure } from "./landscape.js";
import { patchCharts } from "./patches.js";
import { quasistaticFigures } from "./quasistatic.js";
import { snapshotsOf } from "./snapshots.js";
import { thin } from "./thin.js";

/**
 * All charts of a result: those that its columns allow, or its states over time where it has nothing better; of about so
 * many `numbers`.
 */
export function reportData(result: Result, landscape?: Landscape, methods?: Methods, numbers?: number): ReportData {
  const { model } = result;
  const contacts = contactsOf(result);
  const { t, columns } = result.trajectory;
  const turns = [
    ...contacts.flatMap(({ state }) => changes(state).flatMap(({ k }) => [k - 1, k])),
    ...(model.views?.footprints ?? []).flatMap((footprint) => changesOf(footprint, result)),
  ];
  const kept = thin(t, Object.values(columns), turns, numbers);
  const pick = (column: ArrayLike<number>): Values => kept.map((k) => sixDigits(column[k]));
  const drawing = { result, model, contacts, kept, pick };
  const quasistatic = quasistaticScene(model);
  const designed = landscape === undefined ? [] : [landscapeFigure(result, landscape)];
  const figures =
    quasistatic !== undefined && t.length > 1
      ? [...branches(result), ...quasistaticFigures(drawing, quasistatic, methods)]
      : [...motionFigures(drawing, methods), ...residuals(result)];
  return {
    // steps of a refined grid are a millionth of its length
    t: kept.map((k) => Number(t[k].toPrecision(9))),
    step: [...kept],
    figures: [...designed, ...figures],
  };
}

/** Pictures and charts of a motion by equations, or its states where it has nothing better. */
function motionFigures(drawing: Drawing, methods: Methods | undefined): Figure[] {
  const { result, model } = drawing;
  // a motion of one point cannot be drawn
  if (result.trajectory.t.length < 2) return [];
  const patches = (model.views?.footprints ?? []).length > 0;
  const pictures = patches ? onPatches(drawing) : [...branches(result), ...paths(drawing)];
  const compared = methods === undefined ? [] : methodFigures(drawing, methods);
  const over = [...controlFigures(drawing), ...patchCharts(drawing), ...contactFigures(drawing)];
  const motion = [...pictures, ...compared, ...positions(drawing), ...over, ...energy(drawing)];
  return motion.length > 0 ? motion : statesOverTime(drawing);
}

/** Pictures of bodies on contact patches: transitions, and what touches. */
function onPatches({ model, result }: Drawing): Figure[] {
  const snapshots = snapshotsOf(model.views?.footprints ?? [], result);
  return [...branches(result), ...(snapshots ? [snapshots] : []), ...footprintFigures(model, result)];
}

function branches(result: Result): Figure[] {
  const found = branchesOf(result);
  return found === undefined ? [] : [found];
}

// six digits: a tip shows five, and a shorter page loads faster
export function sixDigits(x: number): number | null {
  return Number.isFinite(x) ? Number(x.toPrecision(6)) : null;
}

/** Bodies with at least two coordinates. */
const moving = ({ model }: Drawing): BodyView[] => bodiesOf(model).filter(({ position }) => position.length > 1);

function paths(drawing: Drawing): PathFigure[] {
  const { model, result } = drawing;
  const bodies = moving(drawing);
  if (bodies.length === 0) return [];
  const high = bodies.filter((body) => leavesTheTable(columnAlong(body, "z", result.trajectory)));
  // seen from above, a motion in a vertical plane is a line
  if (isUpright(model, result)) return [path(drawing, bodies, ["x", "z"], "Path from the side")];
  const plane = path(drawing, bodies, ["x", "y"], "Path in the plane");
  return high.length === 0 ? [plane] : [plane, path(drawing, high, ["x", "z"], "Path from the side")];
}

/** True for a height that changes by more than a centimetre: a flight, not the play of a contact. */
function leavesTheTable(z: Float64Array | undefined): boolean {
  if (z === undefined) return false;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of z) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return high - low > 0.01;
}

function path(
  { result, contacts, kept }: Drawing,
  bodies: readonly BodyView[],
  axes: readonly [Axis, Axis],
  title: string,
): PathFigure {
  const { t } = result.trajectory;
  const targets = targetsOf(result);
  const of = (body: BodyView): string => (bodies.length > 1 ? ` of ${body.name}` : "");
  const marks = bodies.flatMap((body) => {
    const [x, y] = axes.map((axis) => columnAlong(body, axis, result.trajectory) ?? new Float64Array(t.length));
    const end = t.length - 1;
    const ends = [
      { label: `start${of(body)}`, x: x[0], y: y[0] },
      { label: `end${of(body)}`, x: x[end], y: y[end] },
    ];
    const [targetX, targetY] = axes.map((axis) => targets.get(coordinateOf(body, axis) ?? ""));
    if (targetX === undefined && targetY === undefined) return ends;
    return [...ends, { label: `target${of(body)}`, x: targetX ?? x[end], y: targetY ?? y[end] }];
  });
  const lines = bodies.map((body) => {
    const state = bodyState(body.name, contacts, t.length);
    const [x, y] = axes.map((axis) => {
      const column = columnAlong(body, axis, result.trajectory);
      return kept.map((k) => sixDigits(column?.[k] ?? 0) ?? 0);
    });
    return { name: body.name, x, y, state: kept.map((k) => state[k]) };
  });
  const coloured =
    contacts.length > 0 ? " Colours tell where the body slips, sticks (rolls) or is free of contact." : "";
  return {
    kind: "path",
    title,
    text: `${bodies.map(({ name }) => name).join(" and ")} from start to end, both axes to the same scale.${coloured}`,
    labels: [`${axes[0]} (m)`, `${axes[1]} (m)`],
    bodies: lines,
    marks,
  };
}

function positions(drawing: Drawing): SeriesFigure[] {
  const { model } = drawing;
  const bodies = bodiesOf(model);
  const coordinates = bodies.flatMap(({ position }) => position);
  const angles = bodies.flatMap(({ orientation }) => (typeof orientation === "string" ? [orientation] : []));
  const figures: SeriesFigure[] = [];
  if (coordinates.length > 0)
    figures.push(
      overTime(drawing, coordinates, {
        title: "Position over time",
        label: "position",
        unit: "m",
        text: "Coordinates of the centre of mass.",
      }),
    );
  if (angles.length > 0)
    figures.push(
      overTime(drawing, angles, {
        title: "Angle over time",
        label: "angle",
        unit: "rad",
        text: "Angle of the body in the plane.",
      }),
    );
  return figures;
}

function overTime(
  { result, pick }: Drawing,
  names: readonly string[],
  captions: Pick<SeriesFigure, "title" | "label" | "unit" | "text">,
  zero = false,
): SeriesFigure {
  const { columns } = result.trajectory;
  return {
    kind: "series",
    ...captions,
    lines: names.map((name) => ({ name, values: pick(columns[name]) })),
    zero,
    events: [],
  };
}

function energy(drawing: Drawing): SeriesFigure[] {
  if (drawing.result.trajectory.columns.energy === undefined) return [];
  const text = "Kinetic, potential and elastic energy together; contact can only take from it.";
  return [overTime(drawing, ["energy"], { title: "Mechanical energy", label: "energy", unit: "J", text })];
}

/** One chart for each unit, for models whose states have no fixed meaning. */
function statesOverTime(drawing: Drawing): SeriesFigure[] {
  const byUnit = new Map<string, string[]>();
  for (const { name, unit } of drawing.model.state) byUnit.set(unit, [...(byUnit.get(unit) ?? []), name]);
  return [...byUnit].map(([unit, names]) =>
    overTime(drawing, names, {
      title: `${names.length === 1 ? names[0] : "States"} over time`,
      label: names.length === 1 ? names[0] : "states",
      unit,
      text: `The states of the model${unit === "1" ? "" : ` in ${unit}`}: ${names.join(", ")}.`,
    }),
  );
}

/** The smallest residual that a logarithmic axis shows: below it there is only rounding. */
const leastResidual = 1e-17;

function residuals({ run: { history } }: Result): (ResidualFigure & Figure)[] {
  const points = history
    .filter(({ residual }) => Number.isFinite(residual))
    .map(({ phase, iteration, residual, stepLength, stepKind }, count) => ({
      count: count + 1,
      phase: phase === "newton" ? "global Newton" : phase,
      iteration,
      residual: Math.max(residual, leastResidual),
      step: `${stepLength.toPrecision(2)} ${stepKind}`,
    }));
  // one point is no history
  if (points.length < 2) return [];
  const text =
    "Largest residual after each iteration, on a logarithmic axis; shooting counts boundary conditions only.";
  return [{ kind: "residuals", title: "Residual history", text, points }];
}
