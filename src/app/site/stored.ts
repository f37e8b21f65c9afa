import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { NamedProblem, Refusal, Stored } from "../playground/messages.js";

/** The repository, from where this file is built to. */
export const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The static site, and the results that it was built with. */
export const site = join(root, "dist/site");
export const results = join(site, "results");

/** Beside the results: the key of the sources that they were made from. */
export const keyName = "key.txt";

/** Everything in a checkout that a result depends on: the sources, the stories, the packages, and what it runs on. */
export function sourcesKey(checkout: string): string {
  const hash = createHash("sha256").update(process.version);
  const add = (file: string): void => {
    hash.update(file).update(readFileSync(join(checkout, file)));
  };
  for (const folder of ["src", "problems"])
    for (const file of readdirSync(join(checkout, folder), { recursive: true, encoding: "utf8" }).sort())
      if (/\.ts$|problems\/[\w-]+\.md$/.test(file)) add(join(folder, file));
  add("package-lock.json");
  return hash.digest("hex");
}

/** A problem in the list of a page. */
export interface Entry extends NamedProblem {
  readonly status: string;
  readonly message: string;
  /** How long its stored result took [s], and whether a page may solve it again without asking. */
  readonly seconds: number;
  readonly cheap: boolean;
  /** Its picture, relative to `results/`. */
  readonly thumbnail: string;
  /** The words of its story, for a search. */
  readonly words?: string;
}

/** The same problem by the method exact: what was found and how far it may be off, or why there is nothing. */
export type Continuous =
  | { readonly refusal: string }
  | {
      readonly status: string;
      readonly message: string;
      readonly values: Readonly<Record<string, number | null>>;
      readonly gridError: number | undefined;
    };

/** A problem as it is stored: its answer, or why it was refused. */
export type StoredResult =
  | (Stored & { readonly continuous?: Continuous })
  | (Pick<Stored, "info"> & { readonly refusal: Refusal });

/** The file of a problem's result, or of its picture, without extension. */
export const fileOf = (name: string): string => name.replaceAll("/", "__");

/** Every problem in the list, in the order of `problems/index.ts`. */
export const storedEntries = (): Entry[] => JSON.parse(readFileSync(join(results, "index.json"), "utf8")) as Entry[];

export const storedResult = (name: string): StoredResult =>
  JSON.parse(readFileSync(join(results, `${fileOf(name)}.json`), "utf8")) as StoredResult;
