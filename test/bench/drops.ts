import { randomNumbers } from "../../src/algebra/random.js";
import type { Settings } from "../../src/motion/problem/parameters.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import type { Result } from "../../src/motion/result.js";
import { simulate } from "../../src/motion/solve.js";
import { hullProblem, radiusOf, randomBody, randomDrop } from "../models/patch/random-hulls.js";
import type { BenchRow } from "./lu.js";

const h = 0.01;
/** How long a body may take to come to rest [s]. */
const longest = 20;
/** A body rests where no point of it is faster than this [m/s]. */
const still = 1e-9;

/** The first step at whose end the body rests for good; none where it moves at the end. */
export function restsFrom({ trajectory: { columns } }: Result, L: number): number | undefined {
  const at = (name: string): Float64Array => columns[`body.${name}`];
  const speed = (k: number): number =>
    Math.hypot(at("vx")[k], at("vy")[k], at("vz")[k]) + L * Math.hypot(at("wx")[k], at("wy")[k], at("wz")[k]);
  let k = at("x").length;
  while (k > 0 && speed(k - 1) < still) k--;
  return k < at("x").length ? k : undefined;
}

/** Whether the body lies on a face at the end, and sticks. */
export function liesOnFace({ trajectory: { segments } }: Result): boolean {
  const last = segments!.at(-1)!;
  return last.contact === "surface" && last.mode === "stick";
}

/**
 * Energy that steps of a flight without gravity create: all of it, and the most of a step by the certificate [J], for
 * h = .01 and .0025 s.
 */
export async function createdInFlight(problem: Problem, spin: Settings): Promise<{ total: number; most: number }[]> {
  const flights: { total: number; most: number }[] = [];
  for (const steps of [25, 100]) {
    const set = { ...spin, z: 100, gravity: 0, "grid.steps": steps, "grid.h": 0.25 / steps };
    const { trajectory } = await simulate(problem, { set });
    const total = trajectory.columns.energyCreated.slice(1).reduce((sum, x) => sum + x);
    flights.push({ total, most: trajectory.certificate.energyCreated.value });
  }
  return flights;
}

/** Random drops of random hulls; those that do not end at rest on a face are printed with all that replays them. */
export async function benchDrops(count: number, seed: number): Promise<BenchRow[]> {
  const random = randomNumbers(seed);
  const slopes = { total: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY };
  let resting = 0;
  let latest = 0;
  let power = Number.NEGATIVE_INFINITY;
  let deepest = 0;
  for (let i = 0; i < count; i++) {
    const hull = Math.floor(random() * 2 ** 31);
    const body = randomBody(randomNumbers(hull));
    const problem = hullProblem(body);
    const L = radiusOf(body);
    const drop = randomDrop(random, body);
    const set = { ...drop, "grid.steps": longest / h, "grid.h": h };
    const result = await simulate(problem, { set });
    const from = restsFrom(result, L);
    if (result.status === "solved" && from !== undefined && liesOnFace(result)) resting++;
    else console.log(`drop ${i + 1} of hull ${hull}: ${result.status}, ${JSON.stringify(set)}`);
    latest = Math.max(latest, h * (from ?? Number.POSITIVE_INFINITY));
    const { columns, certificate } = result.trajectory;
    deepest = Math.max(deepest, certificate.penetration.value / L);
    const largest = columns["floor.frictionWork"].slice(1).reduce((most, work) => Math.max(most, work));
    power = Math.max(power, largest / (body.properties.mass * drop.gravity * L));
    const { wx, wy, wz } = drop;
    const [coarse, fine] = await createdInFlight(problem, { wx: wx, wy: wy, wz: wz });
    // a quarter of the step: two octaves
    slopes.total = Math.min(slopes.total, Math.log2(coarse.total / fine.total) / 2);
    slopes.most = Math.min(slopes.most, Math.log2(coarse.most / fine.most) / 2);
  }
  const slope = `${slopes.most.toFixed(3)}, of all steps together ${slopes.total.toFixed(3)}`;
  return [
    {
      name: `${count} random drops of random hulls`,
      must: `all at rest on a face within ${longest} s`,
      value: `${resting}, the last after ${latest.toFixed(2)} s`,
    },
    { name: "largest work of friction in a step / mgL", must: "≤ 0 up to rounding", value: power.toExponential(1) },
    { name: "deepest penetration / radius", must: "none", value: deepest.toExponential(1) },
    { name: "least slope in h of energy created in a step of flight, by the certificate", must: "≥ 1", value: slope },
  ];
}
