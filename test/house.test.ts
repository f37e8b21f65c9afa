import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { registry } from "../problems/registry.js";
import { expectNone, filesUnder, importsOf, read, root, target } from "./sources.js";

const pages = "src/app/site/pages";
const texts = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, pages), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${pages}/${name}`),
];

/** The file of a door, by the name that users write. */
const doorOf = (name: string): string =>
  name === "bankshot" ? "src/index.ts" : `src/${name.slice("bankshot/".length)}.ts`;

/** The files that a file imports, doors included. */
const importedBy = (file: string): string[] =>
  importsOf(file).flatMap((name) => {
    if (name.startsWith(".")) return [target(file, name)];
    return /^bankshot(\/(data|geometry|robots|solvers))?$/.test(name) ? [doorOf(name)] : [];
  });

/** Everything that a file imports, and what that imports. */
function reachedFrom(file: string): Set<string> {
  const reached = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const other of importedBy(next))
      if (!reached.has(other) && existsSync(join(root, other))) {
        reached.add(other);
        open.push(other);
      }
  return reached;
}

describe("the top level", () => {
  it("holds what a build or a reader needs and no download", () => {
    const known = /^(\.[\w-]+|[A-Z]+(\.md)?|[\w-]+\.(json|yml)|dist|node_modules|notebooks|out|problems|src|test)$/;
    expectNone(readdirSync(root).filter((name) => !known.test(name)));
  });
});

describe("texts about the code", () => {
  it("name files and folders that are there", () => {
    const missing = texts.flatMap((text) =>
      [...read(text).matchAll(/`((?:src|problems|test|notebooks)\/[\w./-]+)`/g)]
        .map(([, path]) => path)
        .filter((path) => !path.startsWith("test/output") && !existsSync(join(root, path)))
        .map((path) => `${text}: ${path}`),
    );
    // what a build makes has the same name as the folder of its sources
    expectNone(missing.filter((line) => !/: (problems|notebooks)\/index\.html$/.test(line)));
  });

  it.each(["README.md", `${pages}/one-row.md`])("%s leads from top to ground along imports", (text) => {
    const ways = [...read(text).matchAll(/`[\w./-]+\.ts`(?:\s+→\s+`[\w./-]+\.ts`)+/g)].map(([way]) =>
      way.split("→").map((file) => file.trim().slice(1, -1)),
    );
    expect(ways.length).toBeGreaterThan(0);
    expect(ways[0]?.[0]).toBe("problems/rolling/ball-place.ts");
    expect(ways.at(-1)?.at(-1)).toBe("src/algebra/lu/lu.ts");
    const broken = ways.flatMap((way) =>
      way.slice(1).flatMap((file, i) => (reachedFrom(way[i]).has(file) ? [] : [`${way[i]} does not lead to ${file}`])),
    );
    expectNone(broken);
  });

  it("have a line for every room", () => {
    const map = read("CONTRIBUTING.md");
    const rooms = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      .map((name) => `src/${name}`)
      .filter((path) => statSync(join(root, path)).isDirectory())
      .filter((path) => readdirSync(join(root, path)).some((name) => name.endsWith(".ts")));
    expect(rooms.length).toBeGreaterThan(30);
    expectNone(rooms.filter((room) => !new RegExp(`^\\|.*\`${room}\`.*\\|`, "m").test(map)));
  });
});

describe("the files of problems", () => {
  /** Published tests of solvers, which are a differential inclusion and no scene. */
  const inclusions = ["optimal/driessen", "optimal/stewart-anitescu"];
  const files = Object.keys(registry).map((name) => ({ name, text: read(`problems/${name}.ts`) }));

  it("have at most 120 lines", () => {
    const lines = files.map(({ name, text }) => ({ name, count: text.trimEnd().split("\n").length }));
    expectNone(lines.filter(({ count }) => count > 120).map(({ name, count }) => `${name}: ${count} lines`));
  });

  it("write no row and no contact law by hand", () => {
    const written = /\b(?:equation|complementary)\(|\brows:/;
    const all = filesUnder("problems").map((file) => ({ name: file.slice("problems/".length, -3), text: read(file) }));
    expect(all.length).toBeGreaterThan(files.length);
    expectNone(
      all.filter(({ name, text }) => written.test(text) && !inclusions.includes(name)).map(({ name }) => name),
    );
  });
});
