import type { Model } from "../../mechanics/model.js";
import type { Landscape } from "../../motion/landscape.js";
import type { Result } from "../../motion/result.js";
import { branchesOf } from "./branches.js";
import { contactFigures } from "./contact-charts.js";
import { controlFigures } from "./control-charts.js";
import type { Figure, PathFigure, ReportData, ResidualFigure, SeriesFigure, Values } from "./figures.js";
import { footprintFigures } from "./footprints.js";
import { landscapeFigure } from "./landscape.js";
import { type Methods, methodFigures } from "./methods.js";
import { bodyState, type ContactColumns, changes, contactsOf, modelOf, targetsOf } from "./motion.js";
import { patchCharts } from "./patch-charts.js";
import { quasistaticScene } from "./quasistatic.js";
import { quasistaticFigures } from "./quasistatic-charts.js";
import { snapshotsOf } from "./snapshots.js";
import { changesOf } from "./spatial.js";
import { thin } from "./thin.js";
import { isUpright } from "./view.js";

/** What is drawn of a motion, at the grid points that are kept. */
export interface Drawing {
  readonly result: Result;
  readonly model: Model;
  readonly contacts: readonly ContactColumns[];
  readonly kept: readonly number[];
  readonly pick: (column: ArrayLike<number>) => Values;
}

/**
 * All charts of a result: those that its columns allow, or its states over time where it has nothing better; of about so
 * many `numbers`.
 */
export function reportData(result: Result, landscape?: Landscape, methods?: Methods, numbers?: number): ReportData {
  const model = modelOf(result);
  const contacts = contactsOf(result);
  const { t, columns } = result.trajectory;
  const turns = [
    ...contacts.flatMap(({ state }) => changes(state).flatMap(({ k }) => [k - 1, k])),
    ...(model.footprints ?? []).flatMap((footprint) => changesOf(footprint, result)),
  ];
  const kept = thin(t, Object.values(columns), turns, numbers);
  const pick = (column: ArrayLike<number>): Values => kept.map((k) => shortened(column[k]!));
  const drawing = { result, model, contacts, kept, pick };
  const quasistatic = quasistaticScene(model);
  const designed = landscape === undefined ? [] : [landscapeFigure(result, landscape)];
  const figures =
    quasistatic !== undefined && t.length > 1
      ? [...branches(result), ...quasistaticFigures(drawing, quasistatic, methods)]
      : [...motionFigures(drawing, methods), ...residuals(result)];
  return {
    // steps of a refined grid are a millionth of its length
    t: kept.map((k) => Number(t[k]!.toPrecision(9))),
    step: [...kept],
    figures: [...designed, ...figures],
  };
}

/** Pictures and charts of a motion by equations, or its states where it has nothing better. */
function motionFigures(drawing: Drawing, methods: Methods | undefined): Figure[] {
  const { result, model } = drawing;
  // a motion of one point cannot be drawn
  if (result.trajectory.t.length < 2) return [];
  const patches = (model.footprints ?? []).length > 0;
  const pictures = patches ? onPatches(drawing) : [...branches(result), ...paths(drawing)];
  const compared = methods === undefined ? [] : methodFigures(drawing, methods);
  const over = [...controlFigures(drawing), ...patchCharts(drawing), ...contactFigures(drawing)];
  const motion = [...pictures, ...compared, ...positions(drawing), ...over, ...energy(drawing)];
  return motion.length > 0 ? motion : statesOverTime(drawing);
}

/** Pictures of bodies on contact patches: transitions, and what touches. */
function onPatches({ model, result }: Drawing): Figure[] {
  const snapshots = snapshotsOf(model.footprints ?? [], result);
  return [...branches(result), ...(snapshots ? [snapshots] : []), ...footprintFigures(model, result)];
}

function branches(result: Result): Figure[] {
  const found = branchesOf(result);
  return found === undefined ? [] : [found];
}

// six digits: a tip shows five, and a shorter page loads faster
export function shortened(x: number): number | null {
  return Number.isFinite(x) ? Number(x.toPrecision(6)) : null;
}

/** Bodies with at least two coordinates, by the names of their states. */
function bodies({ model, result }: Drawing): string[] {
  const { columns } = result.trajectory;
  return model.state
    .filter(({ name }) => name.endsWith(".x") && columns[`${name.slice(0, -1)}y`] !== undefined)
    .map(({ name }) => name.slice(0, -".x".length));
}

function paths(drawing: Drawing): PathFigure[] {
  const { columns } = drawing.result.trajectory;
  const names = bodies(drawing);
  if (names.length === 0) return [];
  const high = names.filter((body) => leavesTheTable(columns[`${body}.z`]));
  // seen from above, a motion in a vertical plane is a line
  if (isUpright(drawing.model, drawing.result)) return [path(drawing, names, ["x", "z"], "Path from the side")];
  const plane = path(drawing, names, ["x", "y"], "Path in the plane");
  return high.length === 0 ? [plane] : [plane, path(drawing, high, ["x", "z"], "Path from the side")];
}

/** Whether a height changes by more than a centimetre: a flight, not the play of a contact. */
function leavesTheTable(z: Float64Array | undefined): boolean {
  if (z === undefined) return false;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of z) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return high - low > 0.01;
}

function path(
  { result, model, contacts, kept }: Drawing,
  names: readonly string[],
  axes: readonly [string, string],
  title: string,
): PathFigure {
  const { t, columns } = result.trajectory;
  const targets = targetsOf(result);
  const at = (body: string, axis: string): Float64Array => columns[`${body}.${axis}`]!;
  const marks = names.flatMap((body) => {
    const [x, y] = [at(body, axes[0]), at(body, axes[1])];
    const of = names.length > 1 ? ` of ${body}` : "";
    const end = t.length - 1;
    const ends = [
      { label: `start${of}`, x: x[0]!, y: y[0]! },
      { label: `end${of}`, x: x[end]!, y: y[end]! },
    ];
    const [targetX, targetY] = axes.map((axis) => targets.get(`${body}.${axis}`));
    if (targetX === undefined && targetY === undefined) return ends;
    return [...ends, { label: `target${of}`, x: targetX ?? x[end]!, y: targetY ?? y[end]! }];
  });
  const lines = names.map((name) => {
    const state = bodyState(name, contacts, model, t.length);
    const numbers = (axis: string): number[] => kept.map((k) => shortened(at(name, axis)[k]!) ?? 0);
    return { name, x: numbers(axes[0]), y: numbers(axes[1]), state: kept.map((k) => state[k]!) };
  });
  const coloured =
    contacts.length > 0 ? " Colours tell where the body slips, sticks (rolls) or is free of contact." : "";
  return {
    kind: "path",
    title,
    text: `${names.join(" and ")} from start to end, both axes to the same scale.${coloured}`,
    labels: [`${axes[0]} (m)`, `${axes[1]} (m)`],
    bodies: lines,
    marks,
  };
}

function positions(drawing: Drawing): SeriesFigure[] {
  const { model } = drawing;
  const coordinates = model.state.filter(({ name }) => /\.[xyz]$/.test(name)).map(({ name }) => name);
  const angles = model.state.filter(({ name }) => name.endsWith(".theta")).map(({ name }) => name);
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
    lines: names.map((name) => ({ name, values: pick(columns[name]!) })),
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
      label: names.length === 1 ? names[0]! : "states",
      unit,
      text: `The states of the model${unit === "1" ? "" : ` in ${unit}`}: ${names.join(", ")}.`,
    }),
  );
}

/** The smallest residual that a logarithmic axis shows: below it there is only rounding. */
const roundingResidual = 1e-17;

function residuals({ history }: Result): (ResidualFigure & Figure)[] {
  const points = history
    .filter(({ residual }) => Number.isFinite(residual))
    .map(({ phase, iteration, residual, stepLength, stepKind }, count) => ({
      count: count + 1,
      phase: phase === "newton" ? "global Newton" : phase,
      iteration,
      residual: Math.max(residual, roundingResidual),
      step: `${stepLength.toPrecision(2)} ${stepKind}`,
    }));
  // one point is no history
  if (points.length < 2) return [];
  const text =
    "Largest residual after each iteration, on a logarithmic axis; shooting counts boundary conditions only.";
  return [{ kind: "residuals", title: "Residual history", text, points }];
}
