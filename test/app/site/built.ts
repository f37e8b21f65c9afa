import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileOf, keyName, type StoredResult, sourcesKey } from "../../../src/app/site/stored.js";
import { design } from "../../../src/motion/design.js";
import { BadInput, type Expected, type Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate, solve } from "../../../src/motion/solve.js";

type Outcome = Pick<Result, "status" | "values"> & { readonly message?: string };

/**
 * What `npm run build` found for the site, where it was made from just these sources: solving all of it again would take
 * a minute more.
 */
export async function outcome(problem: Problem, verb: Expected["verb"]): Promise<Outcome | BadInput> {
  if (builtFromHere) return stored(problem.name);
  try {
    return await { solve, simulate, design }[verb](problem);
  } catch (error) {
    if (error instanceof BadInput) return error;
    throw error;
  }
}

const checkout = fileURLToPath(new URL("../../..", import.meta.url));
const built = join(checkout, "dist/site/results");
const key = join(built, keyName);
const builtFromHere = existsSync(key) && readFileSync(key, "utf8") === sourcesKey(checkout);

function stored(name: string): Outcome | BadInput {
  const found = JSON.parse(readFileSync(join(built, `${fileOf(name)}.json`), "utf8")) as StoredResult;
  if ("refusal" in found) return new BadInput(found.refusal.field, found.refusal.message);
  const { status, message, values } = found.answer;
  return {
    status: status as Result["status"],
    message,
    values: Object.fromEntries(values.map(({ name, value }) => [name, value])),
  };
}
