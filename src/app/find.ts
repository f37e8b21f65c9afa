import { existsSync } from "node:fs";
import { basename, isAbsolute, join, relative, resolve } from "node:path";
import { closest, distance } from "fastest-levenshtein";
import { problems } from "../../problems/index.js";
import { BadInput, type Expected, type Method, type Problem } from "../motion/problem.js";
import type { Replay } from "./saved/replay.js";

/** A problem, what it should give, where it came from, and what a saved result says of its run. */
export interface Found {
  readonly problem: Problem;
  readonly expected?: Expected;
  /** The methods that a report puts beside each other. */
  readonly methods?: readonly Method[];
  readonly source: Source;
  readonly saved?: Replay;
}

/** A name of `bankshot/problems`, a user's file, or a saved result that holds the problem as data (absolute paths). */
export type Source = { readonly name: string } | { readonly file: string } | { readonly data: string };

/** What finds the same problem again, from anywhere. */
export const referenceOf = (source: Source): string =>
  "name" in source ? source.name : "file" in source ? source.file : source.data;

/**
 * The problem that a word of the command line means.
 * @throws {BadInput} where there is none, or where its file cannot be used.
 */
export async function findProblem(reference: string, cwd: string): Promise<Found> {
  const known = problems[reference];
  if (known !== undefined && Object.hasOwn(problems, reference)) return { ...known, source: { name: reference } };
  const path = resolve(cwd, reference);
  const extension = /\.(json|[cm]?[jt]s)$/.exec(reference)?.[1];
  if (extension === undefined) throw new BadInput("problem", noProblem(reference, path));
  if (!existsSync(path)) throw new BadInput("problem", `There is no file ${shortPath(path, cwd)}.`);
  if (extension === "json") return (await import("./saved/replay.js")).replayed(path, shortPath(path, cwd));
  const { userProblem } = await import("./user-file.js");
  return { ...(await userProblem(path, shortPath(path, cwd))), source: { file: path } };
}

/** Why a word that ends like no file means no problem, and what was meant. */
function noProblem(reference: string, path: string): string {
  const names = Object.keys(problems);
  const family = names.filter((name) => name.startsWith(`${reference.replace(/\/$/, "")}/`));
  if (family.length > 0) return `"${reference}" is a family of problems: choose one of ${family.join(", ")}.`;
  if (existsSync(join(path, "result.json")))
    return `"${reference}" is a folder; did you mean ${join(reference, "result.json")}?`;
  const near = names.find((name) => name.endsWith(`/${reference}`)) ?? closest(reference, names);
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
