import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createJiti } from "jiti";
import { build } from "vite";
import { afterAll, describe, expect, it, vi } from "vitest";
import * as problems from "../problems/index.js";
import { problem as ballPlace } from "../problems/rolling/ball-place.js";
import * as library from "../src/index.js";
import { bankshot, scratch } from "./app/run.js";

const root = join(import.meta.dirname, "..");
const pages = join(root, "src/app/site/pages");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** The README and every page of the documentation that is written by hand. */
const files = [
  "README.md",
  ...readdirSync(pages, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `src/app/site/pages/${name}`),
];

interface Block {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  /** What the comment before it calls it: the file that a command of the same text reads. */
  readonly name: string;
  readonly code: string;
}

const blocks: readonly Block[] = files.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:<!-- test: (\S+) -->\n)?^```(\w*)\n([\s\S]*?)^```/gm)].map(
    ([, name = "", language, code], i) => ({
      file,
      line: text.slice(0, text.indexOf(code!)).split("\n").length,
      language: language!,
      name: name === "" ? `block-${file.replace(/\W+/g, "-")}-${i}.ts` : name,
      code: code!,
    }),
  );
});
const of = (...languages: string[]): readonly Block[] => blocks.filter(({ language }) => languages.includes(language));

const folder = scratch();
afterAll(() => rmSync(folder, { recursive: true }));
// commands of the texts read what the texts tell to write
for (const { name, code } of blocks) if (!name.startsWith("block")) writeFileSync(join(folder, name), code);

const jiti = createJiti(import.meta.url, {
  fsCache: false,
  virtualModules: {
    bankshot: library,
    "bankshot/problems": problems,
    "bankshot/problems/rolling/ball-place": { problem: ballPlace },
  },
});

/** The words of a command; what stands in quotes is one. */
const wordsOf = (command: string): string[] =>
  (command.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""));

describe("code blocks of the README and the documentation", () => {
  it("are of languages that are tried here", () => {
    const known = ["ts", "sh", "html", ""];
    expect(blocks.filter(({ language }) => !known.includes(language))).toEqual([]);
    // what has no language is what a program prints
    expect(of("").map(({ file }) => file)).toEqual(["README.md"]);
    expect(of("ts").length).toBeGreaterThan(10);
  });

  it.each(of("ts"))("$file, line $line, runs", async ({ name, code }) => {
    const file = join(folder, name);
    writeFileSync(file, code);
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const { problem } = (await jiti.import(file)) as { problem?: library.Problem };
    const told = log.mock.calls.flat();
    log.mockRestore();
    expect(told.filter((word) => word === "infeasible" || word === "no-progress")).toEqual([]);
    if (problem === undefined) return;
    const { status, message } = await library.solve(problem);
    expect(status, message).toBe("solved");
  });

  const inline = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/`((?:npx bankshot|npm run) [^`]+)`/g)];
  const commands = [
    ...of("sh").flatMap(({ file, code }) =>
      code
        .trim()
        .split(/\n|&&/)
        .map((line) => ({ file, line: line.trim() })),
    ),
    ...inline.map(([, line]) => ({ file: "README.md", line: line! })),
  ];

  it.each(commands)("$file: $line", async ({ line }) => {
    const [program, ...words] = wordsOf(line);
    if (program === "npx") {
      expect(words.shift()).toBe("bankshot");
      // a server ends when it is interrupted, here at once
      const serves = words[0] === "open";
      const { code, err } = await bankshot(serves ? [...words, "--no-open", "--port", "0"] : words, {
        cwd: folder,
        ...(serves && { signal: AbortSignal.abort() }),
      });
      expect(code, err).toBe(0);
      return;
    }
    expect(program).toBe("npm");
    const [verb, script] = words;
    if (verb === "run") expect(scripts[script!]).toBeDefined();
    else if (verb === "start" || verb === "test") expect(scripts[verb]).toBeDefined();
    else expect(["ci", "install"]).toContain(verb);
  });

  it.each(of("html"))("$file, line $line, is a page that bundles", async ({ code }) => {
    const page = scratch();
    writeFileSync(join(page, "index.html"), code);
    const built = await build({
      configFile: false,
      root: page,
      logLevel: "silent",
      resolve: {
        alias: [
          { find: /^bankshot$/, replacement: join(root, "src/index.ts") },
          { find: /^bankshot\/problems\/(.*)$/, replacement: `${root}/problems/$1.ts` },
        ],
      },
      build: { write: false, target: "es2022", minify: false, modulePreload: { polyfill: false } },
    });
    rmSync(page, { recursive: true });
    const [output] = Array.isArray(built) ? built : [built];
    if (output === undefined || !("output" in output)) throw new Error("nothing was built");
    const first = output.output.find((chunk) => "code" in chunk && chunk.isEntry)!;
    expect("code" in first && first.code).toContain("querySelector");
  });
});
