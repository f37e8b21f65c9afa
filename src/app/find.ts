import { existsSync } from "node:fs";
import { basename, isAbsolute, relative, resolve } from "node:path";
import { problems } from "../../problems/index.js";
import { unknownName } from "../motion/parameters.js";
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
  if (extension === undefined) throw new BadInput("problem", unknownName("problem", reference, Object.keys(problems)));
  if (!existsSync(path)) throw new BadInput("problem", `There is no file ${shortPath(path, cwd)}.`);
  if (extension === "json") return (await import("./saved/replay.js")).replayed(path, shortPath(path, cwd));
  const { userProblem } = await import("./user-file.js");
  return { ...(await userProblem(path, shortPath(path, cwd))), source: { file: path } };
}

/** A path as people of this directory say it; outside of it, the bare name of the file. */
export function shortPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short.startsWith("../../..") || isAbsolute(short) ? basename(path) : short;
}
