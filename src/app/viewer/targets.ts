import type { Result } from "../../motion/result.js";
import { targetsOf } from "../report/motion.js";
import type { Triple } from "./scene-data.js";

/** Where bodies must end: by conditions on their coordinates, or by parameters called `target.…`. */
export function targetPoints(bodies: readonly string[], result: Result, heightOf: (body: string) => number): Triple[] {
  const { columns } = result.trajectory;
  const targets = targetsOf(result);
  const end = (body: string, axis: string): number | undefined => columns[`${body}.${axis}`]?.at(-1);
  const asked = bodies.flatMap((body): Triple[] => {
    const at = ["x", "y", "z"].map((axis) => targets.get(`${body}.${axis}`));
    if (at.every((x) => x === undefined)) return [];
    return [[at[0] ?? end(body, "x") ?? 0, at[1] ?? end(body, "y") ?? 0, at[2] ?? end(body, "z") ?? heightOf(body)]];
  });
  const declared = ["x", "y", "z"].map((axis) => Number(result.parameters[`target.${axis}`] ?? Number.NaN));
  const known = asked.length > 0 ? asked : fromParameters(declared, bodies, end);
  return known.filter((point) => point.every(Number.isFinite));
}

function fromParameters(
  declared: readonly number[],
  bodies: readonly string[],
  end: (body: string, axis: string) => number | undefined,
): Triple[] {
  const body = bodies.at(-1);
  if (body === undefined || declared.filter(Number.isFinite).length < 2) return [];
  const at = (i: number, axis: string): number =>
    Number.isFinite(declared[i]) ? declared[i]! : (end(body, axis) ?? 0);
  return [[at(0, "x"), at(1, "y"), at(2, "z")]];
}
