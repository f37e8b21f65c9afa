import { drivesOf, type QuasistaticScene } from "../../../models/quasistatic/scene.js";
import type { Result } from "../../../motion/result.js";
import { type Face, facesOf } from "../../motion-view/quasistatic.js";
import type { Methods } from "../methods.js";
import type { Drawing } from "./drawing.js";
import type { Figure, SeriesFigure, SeriesLine } from "./figures.js";
import { histograms } from "./solve-times.js";

/** Below this [m, rad], or of an objective, there is only rounding. */
const leastDrawn = { length: 1e-8, objective: 1e-15 };

/** Figs. 5 and 6 of Pang and Tedrake (2018), the search of every step, and how other methods do. */
export function quasistaticFigures(drawing: Drawing, scene: QuasistaticScene, methods?: Methods): Figure[] {
  const faces = facesOf(scene);
  return [
    ...positionFigures(drawing, scene),
    ...commandFigures(drawing, scene),
    ...forceFigures(drawing, faces),
    modesOf(drawing, faces),
    ...objectiveFigure(drawing),
    ...histograms(drawing.result),
    ...methodFigures(drawing, faces, methods),
  ];
}

function chart(
  captions: Pick<SeriesFigure, "title" | "label" | "unit" | "text">,
  lines: readonly SeriesLine[],
  zero = false,
): SeriesFigure[] {
  return lines.length === 0 ? [] : [{ kind: "series", ...captions, lines, zero, events: [] }];
}

function positionFigures({ result, model, pick }: Drawing, scene: QuasistaticScene): SeriesFigure[] {
  const { columns } = result.trajectory;
  const own = new Set(drivesOf(scene).map(({ name }) => name));
  const lines = (unit: string, driven: boolean): SeriesLine[] =>
    model.state
      .filter((state) => state.unit === unit && own.has(state.name) === driven)
      .map(({ name }) => ({ name, values: pick(columns[name]) }));
  const parts = "What nothing drives, q_u; friction and squeeze move it.";
  const drives = "What is driven, q_a, as it moved.";
  return [
    ...chart({ title: "Position of parts", label: "position", unit: "m", text: parts }, lines("m", false)),
    ...chart({ title: "Angle of parts", label: "angle", unit: "rad", text: parts }, lines("rad", false)),
    ...chart({ title: "Position of drives", label: "position", unit: "m", text: drives }, lines("m", true)),
    ...chart({ title: "Angle of drives", label: "angle", unit: "rad", text: drives }, lines("rad", true)),
  ];
}

/** Commanded velocities, and how far contact keeps each step from its command. */
function commandFigures({ result, pick }: Drawing, scene: QuasistaticScene): SeriesFigure[] {
  const { t, columns } = result.trajectory;
  const drives = drivesOf(scene);
  const command = (name: string): Float64Array => columns[`${name}.command`];
  const velocity = (name: string): Float64Array => command(name).map((x, k) => x / (t[k] - t[k - 1]));
  const held = (name: string): Float64Array => command(name).map((x, k) => x - columns[`${name}.increment`][k]);
  return (["m", "rad"] as const).flatMap((unit) => {
    const names = drives.filter((drive) => drive.unit === unit).map(({ name }) => name);
    const kept = names.filter((name) => held(name).some((x) => Math.abs(x) > leastDrawn.length));
    const what = unit === "m" ? "" : " (angles)";
    return [
      ...chart(
        {
          title: `Commands${what}`,
          label: "velocity",
          unit: `${unit}/s`,
          text: "Commanded velocity of each drive, Δq̄_a / h.",
        },
        names.map((name) => ({ name, values: pick(velocity(name)) })),
        true,
      ),
      ...chart(
        {
          title: `Held back${what}`,
          label: "Δq̄_a − Δq_a",
          unit,
          text: "What is left of each step's command: as far as the part is in the way, drives cannot go.",
        },
        kept.map((name) => ({ name, values: pick(held(name)) })),
        true,
      ),
    ];
  });
}

/** A column of each contact of a face, made one number a step. */
const over = (
  { touches }: Face,
  { trajectory: { t } }: Result,
  reduce: (touches: readonly string[], k: number) => number,
): Float64Array => Float64Array.from(t, (_, k) => (k === 0 ? Number.NaN : reduce(touches, k)));

const normalForce =
  ({ trajectory: { columns } }: Result) =>
  (touches: readonly string[], k: number): number =>
    touches.reduce((sum, touch) => sum + columns[`${touch}.normalForce`][k], 0);

function forceFigures({ result, pick }: Drawing, faces: readonly Face[]): SeriesFigure[] {
  const { columns } = result.trajectory;
  const friction = (touches: readonly string[], k: number): number =>
    touches.reduce((sum, touch) => {
      const along = (axis: string): number => columns[`${touch}.${axis}Force`]?.[k] ?? 0;
      return sum + Math.hypot(along("tangent"), along("orthogonal"));
    }, 0);
  const penetration = (touches: readonly string[], k: number): number =>
    touches.reduce((most, touch) => Math.max(most, -columns[`${touch}.hypotheticalGap`][k]), 0);
  const pressed = faces.filter((face) => over(face, result, penetration).some((depth) => depth > leastDrawn.length));
  const lines = (reduce: (touches: readonly string[], k: number) => number): SeriesLine[] =>
    faces.map((face) => ({ name: face.name, values: pick(over(face, result, reduce)) }));
  const together = faces.some(({ touches }) => touches.length > 1) ? ", all contacts of a face together" : "";
  return [
    ...chart(
      {
        title: "Normal force",
        label: "normal force",
        unit: "N",
        text: `Force that presses the surfaces together${together}; zero where they are apart.`,
      },
      lines(normalForce(result)),
      true,
    ),
    ...chart(
      { title: "Friction", label: "friction", unit: "N", text: `Size of the friction force${together}.` },
      lines(friction),
      true,
    ),
    ...chart(
      {
        title: "Hypothetical penetration",
        label: "−φ̄",
        unit: "m",
        text: "How deep drives that followed their commands would be in the part, by (21); K times that is the least normal force.",
      },
      pressed.map((face) => ({ name: face.name, values: pick(over(face, result, penetration)) })),
      true,
    ),
  ];
}

const modeNames = { "-": "free", o: "sticks", x: "slips" } as const;

/** The mode of every contact in every step, as strips over time. */
function modesOf({ result }: Drawing, faces: readonly Face[]): Figure {
  const {
    t,
    steps: { labels },
  } = result.trajectory;
  const modes = labels?.mode ?? [];
  const touches = faces.flatMap((face) => face.touches);
  const rows = touches.map((name, i) => {
    const parts: { from: number; to: number; state: "free" | "sticks" | "slips" }[] = [];
    for (let k = 1; k < t.length; k++) {
      const state = modeNames[(modes[k]?.[i] ?? "-") as keyof typeof modeNames];
      const last = parts.at(-1);
      if (last?.state === state) parts[parts.length - 1] = { ...last, to: t[k] };
      else parts.push({ from: t[k - 1], to: t[k], state });
    }
    return { name, parts: parts.filter(({ state }) => state !== "free") };
  });
  return {
    kind: "modes",
    title: "Contact mode",
    text: "What each contact does in each step: full height where it sticks, half where it slips, empty where it does not push.",
    span: [t[0], t[t.length - 1]],
    rows,
  };
}

/** True where any command could not be followed. */
const hasObjective = ({ trajectory }: Result): boolean =>
  trajectory.columns.objective?.some((x) => x > leastDrawn.objective) ?? false;

function objectiveFigure({ result, pick }: Drawing): SeriesFigure[] {
  const { objective, lowerBound } = result.trajectory.columns;
  if (objective === undefined || lowerBound === undefined || !hasObjective(result)) return [];
  return chart(
    {
      title: "Objective and lower bound",
      label: "objective",
      unit: "1",
      text: "‖Δq_a − Δq̄_a‖² of every step, and the least that any answer could have; a step is proven where they meet.",
    },
    [
      { name: "objective", values: pick(objective) },
      { name: "lower bound", values: pick(lowerBound), limit: true },
    ],
    true,
  );
}

/** Force and objective of a run beside those of other methods with the same steps. */
function methodFigures({ result, pick }: Drawing, faces: readonly Face[], methods?: Methods): SeriesFigure[] {
  const { t } = result.trajectory;
  const others = (methods?.others ?? []).filter(({ result: other }) => other.trajectory.t.length === t.length);
  if (methods === undefined || others.length === 0) return [];
  const driven = faces.filter((face) => face.driven).flatMap(({ touches }) => touches);
  const force = (of: Result): Float64Array => t.map((_, k) => (k === 0 ? Number.NaN : normalForce(of)(driven, k)));
  const all = (column: (of: Result) => Float64Array): SeriesLine[] => [
    { name: methods.own, values: pick(column(result)) },
    ...others.map(({ method, result: other }) => ({ name: method, values: pick(column(other)), limit: true })),
  ];
  const text = "Lines that agree lie on each other; the other methods are dashed.";
  const objective = (of: Result): Float64Array => of.trajectory.columns.objective;
  const some = [result, ...others.map((other) => other.result)].some(hasObjective);
  return [
    ...chart(
      {
        title: "Squeeze by all methods",
        label: "normal force",
        unit: "N",
        text: `Normal forces of all that is driven, added up. ${text}`,
      },
      all(force),
      true,
    ),
    ...chart(
      { title: "Objective by all methods", label: "objective", unit: "1", text },
      some ? all(objective) : [],
      true,
    ),
  ];
}
