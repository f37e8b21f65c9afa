import { existsSync } from "node:fs";
import { basename, isAbsolute, join, relative, resolve } from "node:path";
import { closest, distance } from "../../algebra/closest.js";
import { BadInput } from "../../motion/problem/problem.js";
import type { Found } from "./found.js";
import { packagedNames, packagedProblem } from "./packaged.js";

/**
 * The problem that a word of the command line means.
 * @throws {BadInput} where there is none, or where its file cannot be used.
 */
export async function findProblem(reference: string, cwd: string): Promise<Found> {
  const known = await packagedProblem(reference);
  if (known !== undefined) return known;
  const path = resolve(cwd, reference);
  const extension = /\.(json|[cm]?[jt]s)$/.exec(reference)?.[1];
  if (extension === undefined) throw new BadInput("problem", noProblem(reference, path));
  if (!existsSync(path)) throw new BadInput("problem", `There is no file ${shortPath(path, cwd)}.`);
  if (extension === "json") return (await import("./saved/read.js")).readSaved(path, shortPath(path, cwd));
  const { userProblem } = await import("./user-file.js");
  return { ...(await userProblem(path, shortPath(path, cwd))), source: { file: path } };
}

/** Why a word that ends like no file means no problem, and what was meant. */
function noProblem(reference: string, path: string): string {
  const family = packagedNames.filter((name) => name.startsWith(`${reference.replace(/\/$/, "")}/`));
  if (family.length > 0) return `"${reference}" is a family of problems: choose one of ${family.join(", ")}.`;
  if (existsSync(join(path, "result.json")))
    return `"${reference}" is a folder; did you mean ${join(reference, "result.json")}?`;
  const near = packagedNames.find((name) => name.endsWith(`/${reference}`)) ?? closest(reference, packagedNames);
  // a name that shares less than half of its letters is a guess that nobody makes
  if (near.endsWith(`/${reference}`) || distance(reference, near) <= reference.length / 2)
    return `There is no problem "${reference}"; did you mean ${near}?`;
  return `There is no problem "${reference}": \`npx bankshot list\` prints their names, and files end in .ts, .js or .json.`;
}

/** A path as people of this directory say it; outside of it, the bare name of the file. */
export function shortPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short.startsWith("../../..") || isAbsolute(short) ? basename(path) : short;
}
