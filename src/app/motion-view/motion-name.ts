import { freedBy } from "../../motion/problem/condition.js";
import type { Result } from "../../motion/result.js";
import { readable } from "./numbers.js";

/** "2: flight, impact, flight (launch.vx 1.118, launch.vz −3.971)", or "2: infeasible (corner.x 4.931, corner.y 5.105)". */
export function motionName({ run: { sequence }, status, problem, run: { parameters } }: Result, i: number): string {
  const found = sequence === undefined ? (problem.objective?.vary ?? []) : freedBy(problem);
  const values = found.map((name) => `${name} ${readable(fourDigits(parameters[name]))}`);
  return `${i + 1}: ${sequence ?? status}${values.length === 0 ? "" : ` (${values.join(", ")})`}`;
}

const fourDigits = (x: number | string | undefined): number => Number(Number(x).toPrecision(4));
