import type { Trajectory } from "../motion/trajectory.js";

/** A motion as comma-separated text: a header, then a line for every grid point; empty where there is no number. */
export function csv({ t, columns }: Trajectory): string {
  const names = Object.keys(columns);
  const lines = [["t", ...names].map(quoted).join(",")];
  for (let k = 0; k < t.length; k++)
    lines.push([t[k]!, ...names.map((name) => columns[name]![k]!)].map(cell).join(","));
  return `${lines.join("\n")}\n`;
}

const cell = (x: number): string => (Number.isFinite(x) ? String(x) : "");
const quoted = (name: string): string => (/[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
