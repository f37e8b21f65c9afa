import { gzipSync } from "node:zlib";
import { BadInput } from "../../motion/problem/problem.js";
import { bareThumbnail, thumbnail } from "../motion-view/scene/thumbnail.js";
import type { Answer } from "../playground/messages.js";
import { answerOf } from "../playground/worker/answer.js";
import { infoOf } from "../playground/worker/info.js";
import { landscapeOf } from "../report/charts/landscape.js";
import { asDeclared } from "../run/choice.js";
import { packagedProblem } from "../run/packaged.js";
import { perform } from "../run/perform.js";
import type { Entry, StoredResult } from "./stored.js";
import { fileOf } from "./stored.js";

/** A problem as the site stores it: its line in the list, its result as JSON, and its picture. */
export interface Made {
  readonly entry: Entry;
  readonly json: string;
  readonly picture: string;
}

/** A page may solve a problem without asking where that took less than this [s]. */
const cheapBelow = 1;

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
    // a short first run is mostly the making of kernels: another one tells how long a page takes from then on
    if (run.result.counts.seconds < cheapBelow) run = await perform(verb, found, asDeclared);
    const answer = drawnShort(answerOf(run, "all", await landscapeOf(run, undefined)));
    const { status, message, seconds } = answer;
    stored = { info, answer };
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
