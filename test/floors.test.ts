import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** Each folder and the folders that it may import from; solve never sees expr, motion never sees models. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "src/algebra": [],
  "src/expr": ["src/algebra"],
  "src/solve": ["src/algebra"],
  "src/mechanics": ["src/algebra", "src/expr"],
  "src/models": ["src/algebra", "src/expr", "src/solve", "src/mechanics"],
  "src/motion": ["src/algebra", "src/expr", "src/solve", "src/mechanics"],
  // src/index: what a user's problem file imports as "bankshot" is handed to it by the command line
  "src/app": [
    "src/algebra",
    "src/expr",
    "src/solve",
    "src/mechanics",
    "src/models",
    "src/motion",
    "problems",
    "src/index",
  ],
  problems: ["src/algebra", "src/expr", "src/solve", "src/mechanics", "src/models", "src/motion"],
};

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file}`);
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);
}

const files = Object.keys(allowed).flatMap((folder) => filesUnder(folder).map((file) => ({ folder, file })));

describe("floors", () => {
  it("finds files on every floor", () => {
    for (const folder of Object.keys(allowed)) expect(filesUnder(folder).length, folder).toBeGreaterThan(0);
  });

  it.each(files)("$file imports lower floors only", ({ folder, file }) => {
    for (const specifier of importsOf(file).filter((name) => name.startsWith("."))) {
      const target = relative(root, resolve(root, file, "..", specifier));
      const inside = target.startsWith(`${folder}/`);
      const lower = allowed[folder]!.some((other) => target.startsWith(`${other}/`) || target === `${other}.js`);
      expect(inside || lower, `${file} imports ${specifier}`).toBe(true);
    }
  });

  it("keeps Node built-ins in src/app", () => {
    const builtin = files
      .filter(({ folder }) => folder !== "src/app")
      .flatMap(({ file }) =>
        importsOf(file)
          .filter((name) => name.startsWith("node:"))
          .map((name) => `${file}: ${name}`),
      );
    expect(builtin).toEqual([]);
  });

  it("imports relative files with their extension, so that browsers and Node find them alike", () => {
    const bare = files.flatMap(({ file }) =>
      importsOf(file)
        .filter((name) => name.startsWith(".") && !/\.(js|json)$/.test(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(bare).toEqual([]);
  });

  it("has a door that only re-exports", () => {
    const text = readFileSync(join(root, "src/index.ts"), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    expect(text.replace(/export (type )?\{[^}]*\} from "[^"]+";/g, "").trim()).toBe("");
  });

  it("has no file over 400 lines", () => {
    const long = files.filter(({ file }) => readFileSync(join(root, file), "utf8").split("\n").length > 401);
    expect(long.map(({ file }) => file)).toEqual([]);
  });
});
