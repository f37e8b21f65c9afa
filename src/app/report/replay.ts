import type { Result } from "../../motion/result.js";
import { readable } from "../numbers.js";
import type { BranchesFigure, ReplayFigure, ReplayRun, Spot } from "./figures.js";
import { forcesAt, placesOf } from "./forces.js";
import { framesOf, mostFrames, turnsOf } from "./frames.js";
import { modelOf, targetsOf } from "./motion.js";
import { bodyOutlines, frictionOf, worldOutlines } from "./outlines.js";
import { posesOf, type View, viewOf } from "./view.js";

/** Pictures of all replays of one report together: some hundred kilobytes. */
const allFrames = 3 * mostFrames;

/** Pictures of each of several motions, which still are enough for one to move evenly. */
const picturesOf = (count: number): number => Math.max(60, Math.min(mostFrames, Math.floor(allFrames / count)));

/** Every launch of a search that is drawn, or the one motion of the result. */
const motions = (result: Result): readonly Result[] =>
  result.solutions !== undefined && result.solutions.length > 0 ? result.solutions : [result];

/** An animated picture of the bodies; none where no plane shows their motion or their model has no scene. */
export function replayOf(result: Result): ReplayFigure | undefined {
  const view = viewOf(modelOf(result), result);
  if (view === undefined) return undefined;
  const all = motions(result);
  const most = picturesOf(all.length);
  const runs = all.flatMap((one, i) => runOf(one, view, launchName(one, i), most) ?? []);
  if (runs.length === 0) return undefined;
  return {
    kind: "replay",
    title: "Replay",
    text: `${view.bodies.join(" and ")} ${view.axes[1] === "z" ? "from the side" : "in the plane"}, dashed at start and end, with the path of the centre.`,
    labels: [`${view.axes[0]} (m)`, `${view.axes[1]} (m)`],
    runs,
  };
}

/** The pictures of one motion, as far as it has numbers; undefined where it does not move. */
export function runOf(result: Result, view: View, name: string, most = mostFrames): ReplayRun | undefined {
  const { t, columns } = result.trajectory;
  const bodies = view.bodies.map((name) => ({ name, poses: posesOf(name, view, result) }));
  const broken = t.findIndex((_, k) =>
    bodies.some(({ poses: { x, y, angle } }) => !isNumber(x[k]! + y[k]! + angle[k]!)),
  );
  const finished = broken < 0 ? t : t.subarray(0, broken);
  if (finished.length < 2) return undefined;
  const places = placesOf(view, result);
  const turns = places.flatMap((place) => turnsOf(columns[`${place.name}.normalForce`]!));
  const kept = framesOf(
    finished,
    [...new Set(turns)].filter((k) => k < finished.length).sort((a, b) => a - b),
    most,
  );
  const forces = forcesAt(places, view, result);
  const pick = (column: Float64Array): number[] => kept.map((k) => Number(column[k]!.toPrecision(6)));
  return {
    name,
    t: pick(t),
    world: worldOutlines(view, result),
    bodies: bodies.map((body) => ({
      name: body.name,
      outlines: bodyOutlines(body.name, view, result),
      x: pick(body.poses.x),
      y: pick(body.poses.y),
      angle: pick(body.poses.angle),
    })),
    contacts: places.map((place) => ({ name: place.name, friction: shown(frictionOf(place.contact, result)) })),
    forces: kept.map(forces),
    targets: targetSpots(result, view),
  };
}

const isNumber = Number.isFinite;
const shown = (x: number): number | null => (isNumber(x) ? x : null);

/** Where bodies must end: by boundary conditions, or by parameters called `target.…`. */
function targetSpots(result: Result, { bodies, axes }: View): Spot[] {
  const { columns } = result.trajectory;
  const targets = targetsOf(result);
  const declared = axes.map((axis) => Number(result.parameters[`target.${axis}`] ?? Number.NaN));
  const asked = bodies.flatMap((name): Spot[] => {
    const [x, y] = axes.map((axis) => targets.get(`${name}.${axis}`));
    if (x === undefined && y === undefined) return [];
    return [[x ?? columns[`${name}.${axes[0]}`]!.at(-1)!, y ?? columns[`${name}.${axes[1]}`]!.at(-1)!]];
  });
  return asked.length > 0 || !declared.every(isNumber) ? asked : [declared as unknown as Spot];
}

/** Paths of all launches in one picture; none where there is but one, or nothing with two coordinates. */
export function branchesOf(result: Result): BranchesFigure | undefined {
  const all = result.solutions ?? [];
  if (all.length < 2) return undefined;
  const model = modelOf(result);
  const view = viewOf(model, result);
  const axes = view?.axes ?? (["x", "y"] as const);
  const bodies = model.state
    .filter(({ name }) => name.endsWith(".x") && result.trajectory.columns[`${name.slice(0, -1)}${axes[1]}`])
    .map(({ name }) => name.slice(0, -".x".length));
  if (bodies.length === 0) return undefined;
  const kind = all.every(({ sequence }) => sequence === undefined) ? "Designs" : "Launches";
  const most = picturesOf(all.length);
  const lines = all.flatMap((launch, i) => {
    const { t, columns } = launch.trajectory;
    const turns = Object.entries(columns).flatMap(([name, force]) =>
      name.endsWith(".normalForce") ? turnsOf(force) : [],
    );
    const kept = framesOf(t, turns, most);
    return bodies.map((body) => {
      const at = (axis: string): number[] => kept.map((k) => Number(columns[`${body}.${axis}`]![k]!.toPrecision(6)));
      return { launch: i, body, t: kept.map((k) => t[k]!), x: at(axes[0]), y: at(axes[1]) };
    });
  });
  return {
    kind: "branches",
    title: `${kind} side by side`,
    text: `The paths of all ${all.length} ${kind.toLowerCase()} that were found, both axes to the same scale.`,
    labels: [`${axes[0]} (m)`, `${axes[1]} (m)`],
    names: all.map(launchName),
    lines,
    targets: view === undefined ? [] : targetSpots(result, view),
  };
}

/** "2: flight, impact, flight (launch.vx 1.118, launch.vz −3.971)", or "2: infeasible (corner.x 4.931, corner.y 5.105)". */
function launchName({ sequence, status, problem, parameters }: Result, i: number): string {
  const found =
    sequence === undefined ? (problem.objective?.vary ?? []) : (problem.boundary ?? []).map(({ frees }) => frees);
  const values = found.map((name) => `${name} ${readable(fourDigits(parameters[name]))}`);
  return `${i + 1}: ${sequence ?? status}${values.length === 0 ? "" : ` (${values.join(", ")})`}`;
}

const fourDigits = (x: number | string | undefined): number => Number(Number(x).toPrecision(4));
