import { CsvError, parse } from "csv-parse/browser/esm/sync";
import type { SceneBody, SceneData } from "../../motion-view/scene/scene-data.js";

/** Numbers of a pose that a table may give of a body, as an exported motion names them, and where they stand in it. */
const places = ["x", "y", "z"] as const;
const turns = ["e0", "ex", "ey", "ez"] as const;

/**
 * The motion that a table of measurements tells, as a scene like that of the motion that is shown: a column `t` [s], and of
 * each body what was measured of `body.x`, `body.y`, `body.z` [m], and `body.theta` [rad] or the quaternion `body.e0` to
 * `body.ez`; where there is one part only, its name may be left out. What was not measured stays as it begins.
 * @throws a sentence that names the file, and the column or line that makes no sense.
 */
export function measuredMotion(file: string, text: string, scene: SceneData): SceneData {
  const columns = columnsOf(file, text);
  const { t } = columns;
  if (t === undefined) throw new Error(`${file} has no column t of times in seconds.`);
  const late = t.findIndex((time, i) => i > 0 && !(time > t[i - 1]));
  if (late > 0)
    throw new Error(`${file}, line ${late + 2}: the time ${t[late]} s does not come after ${t[late - 1]} s.`);
  const parts = scene.bodies.filter(({ role }) => role === "part");
  const measured = scene.bodies.flatMap((body) => {
    const of = (name: string): readonly number[] | undefined =>
      columns[`${body.name}.${name}`] ?? (parts.length === 1 && body === parts[0] ? columns[name] : undefined);
    const known = [...places, ...turns, "theta"].some((name) => of(name) !== undefined);
    return known ? [{ ...body, role: "part" as const, poses: posesOf(body, t.length, of) }] : [];
  });
  if (measured.length === 0) {
    const [first] = parts;
    throw new Error(
      `${file} measures no body of this scene: name its columns ${first?.name ?? "body"}.x, ${first?.name ?? "body"}.y and so on.`,
    );
  }
  return {
    ...scene,
    t,
    step: t.map((_, i) => i),
    bodies: measured,
    contacts: [],
    targets: [],
    timeline: { ...scene.timeline, band: [] },
  };
}

function columnsOf(file: string, text: string): Readonly<Record<string, readonly number[]>> {
  const [header = [], ...rows] = cellsOf(file, text);
  if (rows.length === 0) throw new Error(`${file} has no rows below its header.`);
  const numbers = (name: string, c: number): readonly number[] =>
    rows.map((row, r) => {
      const number = Number(row[c]);
      if (row[c] !== "" && Number.isFinite(number)) return number;
      throw new Error(`${file}, line ${r + 2}: ${name} is "${row[c].slice(0, 30)}", not a number.`);
    });
  const known = /(^|\.)(t|x|y|z|theta|e0|ex|ey|ez)$/;
  return Object.fromEntries(header.flatMap((name, c) => (known.test(name) ? [[name, numbers(name, c)]] : [])));
}

function cellsOf(file: string, text: string): string[][] {
  try {
    return parse(text, { bom: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(`${file}: ${error.message.replace(/\.?$/, ".")}`);
  }
}

/** At each time x, y, z and the unit quaternion w, x, y, z. */
function posesOf(
  { poses }: SceneBody,
  count: number,
  of: (name: string) => readonly number[] | undefined,
): Float64Array {
  const all = new Float64Array(7 * count);
  const theta = of("theta");
  for (let k = 0; k < count; k++) {
    const turn =
      theta === undefined
        ? turns.map((name, i) => of(name)?.[k] ?? poses[3 + i])
        : [Math.cos(theta[k] / 2), 0, 0, Math.sin(theta[k] / 2)];
    const norm = Math.hypot(...turn) || 1;
    all.set([...places.map((name, i) => of(name)?.[k] ?? poses[i]), ...turn.map((x) => x / norm)], 7 * k);
  }
  return all;
}
