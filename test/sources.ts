import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { expect } from "vitest";

export const root = resolve(import.meta.dirname, "..");

/** The TypeScript files of a folder and all below it, as paths from the root. */
export function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file}`)
    .sort();
}

export const read = (file: string): string => readFileSync(join(root, file), "utf8");

export const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022, true);

/** What a file imports, types included, by the words in which it says so. */
export function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:\}|^import|^export \*|\bimport\() ?(?:from )?"([^"\n]+)"/gm)].map(
    (match) => match[1] ?? "",
  );
}

/** The file that a relative import means, as a path from the root. */
export function target(file: string, specifier: string): string {
  return relative(root, resolve(root, dirname(file), specifier)).replace(/\.js$/, ".ts");
}

/** The folders that lead round in circles, or the files: each circle as the names on it; none where arrows only descend. */
export function circles(arrows: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const state = new Map<string, "open" | "done">();
  const path: string[] = [];
  const visit = (node: string): void => {
    state.set(node, "open");
    path.push(node);
    for (const next of arrows.get(node) ?? []) {
      if (state.get(next) === "open") found.push([...path.slice(path.indexOf(next)), next]);
      else if (!state.has(next) && arrows.has(next)) visit(next);
    }
    path.pop();
    state.set(node, "done");
  };
  for (const node of arrows.keys()) if (!state.has(node)) visit(node);
  return found;
}

/** Nothing of a kind is there; else every one of it is told, a line each. */
export function expectNone(found: readonly unknown[]): void {
  expect(found.length, found.map(String).join("\n")).toBe(0);
}
