import { gzipSync } from "node:zlib";
import { BadInput } from "../../motion/problem/problem.js";
import { bareThumbnail, thumbnail } from "../motion-view/scene/thumbnail.js";
import type { Answer } from "../playground/messages.js";
import { answerOf } from "../playground/worker/answer.js";
import { infoOf } from "../playground/worker/info.js";
import { landscapeOf } from "../report/charts/landscape.js";
import { asDeclared, type Verb } from "../run/choice.js";
import type { Found } from "../run/found.js";
import { packagedProblem } from "../run/packaged.js";
import { perform } from "../run/perform.js";
import type { Continuous, Entry, StoredResult } from "./stored.js";
import { fileOf } from "./stored.js";

/** A problem as the site stores it: its line in the list, its result as JSON, and its picture. */
export interface Made {
  readonly entry: Entry;
  readonly json: string;
  readonly picture: string;
}

/** A page may solve a problem without asking where that took less than this [s]. */
const cheapBelow = 1;
/** A shorter run is mostly the making of kernels [s]. */
const mostlyMaking = 0.3;
/** Time for the picture of a design's costs, which is as coarse as that leaves it [s]. */
const patience = 2;

/** Significant digits of what is only drawn. */
const digits = 6;

/** Runs the verb that is expected of a problem, as the worker of the playground does it. */
export default async function makeResult(name: string): Promise<Made> {
  const found = await packagedProblem(name);
  if (found === undefined) throw new RangeError(`there is no problem ${name}`);
  const info = infoOf(found);
  const { title, verb } = info;
  const about = { name, title, verb, thumbnail: `${fileOf(name)}.svg` };
  let stored: StoredResult;
  let entry: Entry;
  try {
    let run = await perform(verb, found, asDeclared);
    // another one tells how long a page takes from then on
    if (run.result.counts.seconds < mostlyMaking) run = await perform(verb, found, asDeclared);
    const answer = drawnShort(answerOf(run, "all", await landscapeOf(run, undefined, patience)));
    const { status, message, seconds } = answer;
    const continuous = await inContinuousTime(found, verb);
    stored = { info, answer, ...(continuous && { continuous }) };
    entry = { ...about, status, message, seconds, cheap: seconds < cheapBelow };
  } catch (error) {
    // some published problems must be refused
    if (!(error instanceof BadInput)) throw error;
    const { field, message } = error;
    stored = { info, refusal: { field, message } };
    entry = { ...about, status: "bad-input", message, seconds: 0, cheap: true };
  }
  const scene = "answer" in stored ? stored.answer.scene : undefined;
  const json = JSON.stringify(stored);
  if (gzipSync(json).length > 1_000_000) throw new RangeError(`the result of ${name} is too large for a page`);
  return { entry, json, picture: scene === undefined ? bareThumbnail() : thumbnail(scene) };
}

/** Families whose steps on grids stand beside continuous time; of designs over many parts, each takes minutes there. */
const inBoth = /^(rolling|impact|feeder)\//;
const overMany: readonly string[] = ["feeder/robust", "feeder/yield"];

/** The problem once more by the method exact, where its family is told in both ways. */
async function inContinuousTime(found: Found, verb: Verb): Promise<Continuous | undefined> {
  const { name } = found.problem;
  if (!inBoth.test(name)) return undefined;
  if (overMany.includes(name))
    return { refusal: "It is left out here: a design over many parts takes minutes in continuous time." };
  try {
    const { result } = await perform(verb, found, { ...asDeclared, set: { "grid.method": "exact" } });
    const { status, message, values, trajectory } = result;
    return { status, message, values, gridError: trajectory.certificate.gridError?.value };
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return { refusal: error.message };
  }
}

/** An answer whose pictures have as many digits as can be seen; what was found keeps all of them. */
const drawnShort = ({ scene, figures, ...answer }: Answer): Answer => ({
  ...answer,
  ...(scene && { scene: short(scene) }),
  ...(figures && { figures: short(figures) }),
});

function short<T>(value: T): T {
  if (typeof value === "number") return Number(value.toPrecision(digits)) as T;
  if (value instanceof Float64Array) return Array.from(value, short) as T;
  if (Array.isArray(value)) return value.map(short) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, short(inner)])) as T;
}
