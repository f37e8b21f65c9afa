/** Recorded tosses of a cube, as they lie in the repository. */

import toss000 from "../../problems/data/cube-tosses/toss-000.csv?raw";
import toss050 from "../../problems/data/cube-tosses/toss-050.csv?raw";
import toss075 from "../../problems/data/cube-tosses/toss-075.csv?raw";
import type { Recording } from "../../src/data.js";

const texts: Readonly<Record<string, string>> = { "toss-000": toss000, "toss-050": toss050, "toss-075": toss075 };

/** Their names, for a choice. */
export const tossNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(texts).map((name) => [name, name]),
);

/** One of them, with a row every 148th of a second. */
export function toss(name: string): Recording {
  const [header = "", ...lines] = (texts[name] ?? "").trim().split(/\r?\n/);
  const rows = lines.map((line) => line.split(",").map(Number));
  const columns = header
    .split(",")
    .map((column, c) => [column, Float64Array.from(rows, (row) => row[c] ?? Number.NaN)]);
  return { name, t: Float64Array.from(rows, (_, i) => i / 148), columns: Object.fromEntries(columns) };
}

/** A quaternion and a vector of body axes: the vector in axes of the world. */
function turned([w, x, y, z]: readonly number[], [a, b, c]: readonly number[]): number[] {
  const s = [y * c - z * b, z * a - x * c, x * b - y * a];
  return [
    a + 2 * (w * s[0] + y * s[2] - z * s[1]),
    b + 2 * (w * s[1] + z * s[0] - x * s[2]),
    c + 2 * (w * s[2] + x * s[1] - y * s[0]),
  ];
}

/** The columns of a motion. */
type Columns = Readonly<Record<string, Float64Array>>;

/** The tracked centre of a computed motion, row by row: its centre of mass lies `above` it along the cube's z axis. */
export function trackedCentre(t: Float64Array, columns: Columns, above: number) {
  return Array.from(t, (time, k) => {
    const at = (name: string): number => columns[`cube.${name}`]?.[k] ?? Number.NaN;
    const q = ["e0", "ex", "ey", "ez"].map(at);
    const length = Math.hypot(...q);
    const down = turned(
      q.map((entry) => entry / length),
      [0, 0, -above],
    );
    const [x, y, z] = ["x", "y", "z"].map((axis, i) => at(axis) + down[i]);
    return { time, x, y, z };
  });
}
