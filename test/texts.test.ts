import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createJiti } from "jiti";
import { build } from "vite";
import { afterAll, describe, expect, it, vi } from "vitest";
import { doorAliases } from "../src/app/bundled/doors.js";
import type { Entry } from "../src/app/site/stored.js";
import * as library from "../src/index.js";
import type { Move, Solution } from "../src/solvers.js";
import { bankshot, scratch } from "./app/cli/run.js";
import { doors } from "./doors.js";

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
      line: text.slice(0, text.indexOf(code)).split("\n").length,
      language: language,
      name: name === "" ? `block-${file.replace(/\W+/g, "-")}-${i}.ts` : name,
      code: code,
    }),
  );
});
const of = (...languages: string[]): readonly Block[] => blocks.filter(({ language }) => languages.includes(language));

const folder = scratch();
afterAll(() => rmSync(folder, { recursive: true }));
// commands of the texts read what the texts tell to write
for (const { name, code } of blocks) if (!name.startsWith("block")) writeFileSync(join(folder, name), code);

/** The problems of the site, as it was built. */
const entries = JSON.parse(readFileSync(join(root, "dist/site/results/index.json"), "utf8")) as readonly Entry[];

const jiti = createJiti(import.meta.url, { fsCache: false, virtualModules: doors });

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
  const told = [
    ...of("sh").flatMap(({ file, code }) =>
      code
        .trim()
        .split(/\n|&&/)
        .map((line) => ({ file, line: line.trim() })),
    ),
    ...inline.map(([, line]) => ({ file: "README.md", line: line })),
  ];
  // a command that several texts tell is run once, where it is told first
  const commands = [...new Map(told.toReversed().map((one) => [one.line, one])).values()].reverse();

  it.each(commands)("$file: $line", async ({ line }) => {
    const [program, ...words] = wordsOf(line);
    if (program === "npx") {
      expect(words.shift()).toBe("bankshot");
      // a packaged problem as it is declared was run for the site, by what this command runs
      const [verb, name, ...options] = words;
      const built = options.length === 0 ? entries.find((one) => one.verb === verb && one.name === name) : undefined;
      if (built !== undefined) {
        expect(["solved", "completed"], built.message).toContain(built.status);
        return;
      }
      // a server ends when it is interrupted, here at once
      const serves = words[0] === "open";
      // recordings lie in the repository, where a reader stands
      const argv = words.map((word) => (word.startsWith("problems/") ? join(root, word) : word));
      const { code, err } = await bankshot(serves ? [...argv, "--no-open", "--port", "0"] : argv, {
        cwd: folder,
        ...(serves && { signal: AbortSignal.abort() }),
      });
      expect(code, err).toBe(0);
      return;
    }
    expect(program).toBe("npm");
    const [verb, script] = words;
    if (verb === "run") expect(scripts[script]).toBeDefined();
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
      resolve: { alias: doorAliases },
      build: { write: false, target: "es2022", minify: false, modulePreload: { polyfill: false } },
    });
    rmSync(page, { recursive: true });
    const [output] = Array.isArray(built) ? built : [built];
    if (output === undefined || !("output" in output)) throw new Error("nothing was built");
    const first = output.output.find((chunk) => "code" in chunk && chunk.isEntry)!;
    expect("code" in first && first.code).toContain("querySelector");
  });
});

describe("numbers that texts tell of their own blocks", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const named = (name: string): Block => {
    const found = blocks.find((block) => block.name === name);
    if (found === undefined) throw new Error(`no text has a block ${name}`);
    return found;
  };

  it("a user's own problem file has at most 20 lines, and solves to the number in the text", async () => {
    const { code: text } = named("uphill.ts");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(20);
    const file = join(folder, "uphill.ts");
    writeFileSync(file, text);
    const { code, out } = await bankshot(["solve", file, "--json"]);
    expect(code).toBe(0);
    const { status, values } = JSON.parse(out) as { status: string; values: Record<string, number> };
    expect(status).toBe("solved");
    expect(values["launch.vx"].toFixed(4)).toBe(readme.match(/finds ([\d.]+) m\/s/)![1]);
  });

  /** Constants that a code block leaves. */
  async function constants<T>(name: string, wanted: string): Promise<T> {
    const file = join(folder, `constants-of-${name}`);
    writeFileSync(file, `${named(name).code}\nexport { ${wanted} };\n`);
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const found = (await jiti.import(file)) as T;
    log.mockRestore();
    return found;
  }

  it("the library example runs and solves both problems", async () => {
    const { shot, found } = await constants<{ shot: library.Result; found: Solution }>("library.ts", "shot, found");
    expect(shot.status).toBe("solved");
    expect(found.status).toBe("solved");
    expect(found.z[0]).toBeCloseTo(2.00498756, 8);
  });

  it("the controller's example plans a motion to its end", async () => {
    const { status, inputs, plan } = await constants<Move>("mpc.ts", "status, inputs, plan");
    expect(status).toBe("solved");
    expect(inputs.torque).toBe(plan.columns.torque[1]);
    expect(plan.columns["disk.x"].at(-1)).toBeCloseTo(0.8, 3);
  });
});
