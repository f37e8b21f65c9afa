import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const { dependencies, optionalDependencies, peerDependencies, exports } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
) as Record<"dependencies" | "optionalDependencies" | "peerDependencies", Record<string, string>> & {
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string } | string>>;
};
/** The names that users import, and the files that they get. */
const entries = Object.entries(exports).flatMap(([name, files]) =>
  typeof files === "string" ? [] : [{ name: name.replace(".", "bankshot"), ...files }],
);

/** An empty project into which the packed package was installed, as far as that goes without a network. */
const project = mkdtempSync(join(tmpdir(), "bankshot-"));

const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const tool = (name: string, args: readonly string[]): string => run(join(root, "node_modules/.bin", name), args);

/** Makes a package of the repository's own node_modules one of the project. */
function link(name: string): void {
  const path = join(project, "node_modules", name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(root, "node_modules", name), path);
}

const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
};

/** Packages that only the command line needs, each for one thing that it does. */
const commandLineOnly = [
  "bullmq",
  "ioredis",
  "cli-table3",
  "commander",
  "csv-parse",
  "jiti",
  "libsql",
  "open",
  "picocolors",
  "piscina",
  "sirv",
];

/** A program that runs commands, interrupted after so many milliseconds where they do not end by themselves. */
const command = (words: readonly (readonly string[])[], until = 600_000): string => `
const { main } = await import("./node_modules/bankshot/dist/src/app/cli/main.js");
const silent = () => {};
const io = { out: silent, err: silent, colours: false, live: false, cwd: process.cwd() };
for (const argv of ${JSON.stringify(words)}) await main(argv, { ...io, signal: AbortSignal.timeout(${until}) });
process.exit();`;

/** Makes a page of the project a site, as its user does. */
const bundle = (page: string) =>
  build({ configFile: false, root: join(project, page), logLevel: "error", build: { target: "es2022" } });

/** A design of some evaluations: the packaged ones take seconds. */
const ownDesign = `
import { last, pow } from "bankshot";
import { problem as place } from "bankshot/problems/rolling/ball-place";
const { boundary: _, parameters, ...rest } = place;
export const problem = {
  ...rest,
  parameters: { ...parameters, "launch.vx": { ...parameters["launch.vx"], min: 0, max: 2 } },
  objective: { cost: pow(last("ball.x"), 2), vary: ["launch.vx"] },
};`;

/** The packages whose modules a program loads. */
function packagesOf(program: string): string[] {
  write("loaded.txt", "");
  write(
    "hooks.mjs",
    `import { appendFileSync } from "node:fs";
export const load = (url, context, next) => {
  appendFileSync("loaded.txt", url + "\\n");
  return next(url, context);
};`,
  );
  write("watch.mjs", 'import { register } from "node:module";\nregister("./hooks.mjs", import.meta.url);');
  write("program.mjs", program);
  run(process.execPath, ["--import", "./watch.mjs", "program.mjs"]);
  const urls = readFileSync(join(project, "loaded.txt"), "utf8").split("\n");
  const names = urls.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

beforeAll(() => {
  const packed = execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", project], {
    cwd: root,
    encoding: "utf8",
  });
  const tarball = join(project, packed.trim().split("\n").at(-1)!);
  mkdirSync(join(project, "node_modules/bankshot"), { recursive: true });
  run("tar", ["-xzf", tarball, "--strip-components=1", "-C", "node_modules/bankshot"]);
  for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) link(name);
  write("package.json", '{ "type": "module", "private": true }');
});

// a disk at work for other tests needs more than the ten seconds of a hook
afterAll(() => rmSync(project, { recursive: true }), 120_000);

const program = `
import { solve, type Result } from "bankshot";
import { problems } from "bankshot/problems";

const { problem } = problems["rolling/ball-place"]!;
const shot: Result = await solve(problem, { set: { "target.x": 0.8 } });
console.log(shot.status, shot.values["end.x"]!.toFixed(6));
`;

describe("the packed package", () => {
  it("has what it needs and nothing else", () => {
    const folders = readdirSync(join(project, "node_modules/bankshot/dist"));
    expect(folders).toEqual(expect.arrayContaining(["problems", "src"]));
    expect(folders).not.toContain("test");
    // the playground comes without what is under the GPL, and takes HiGHS where it finds no glpk.js
    const assets = readdirSync(join(project, "node_modules/bankshot/dist/site/assets"));
    expect(assets.filter((name) => name.startsWith("glpk"))).toEqual([]);
    expect(assets.some((name) => name.startsWith("highs"))).toBe(true);
    // packed where the whole site was built, it serves that: documentation, stored results and notebooks
    const site = join(project, "node_modules/bankshot/dist/site");
    for (const page of ["docs/index.html", "notebooks/index.html", "results/index.json", "results/rolling__disk.svg"])
      expect(existsSync(join(site, page)), page).toBe(existsSync(join(import.meta.dirname, "../dist/site", page)));
    if (existsSync(join(site, "notebooks")))
      expect(readdirSync(join(site, "notebooks/assets")).filter((name) => name.startsWith("glpk"))).toEqual([]);
    expect(readdirSync(join(project, "node_modules/bankshot"))).toEqual(
      expect.arrayContaining(["LICENSE", "README.md", "package.json"]),
    );
  });

  it("depends on every package that it imports", () => {
    const installed = join(project, "node_modules/bankshot");
    const known = new Set([dependencies, optionalDependencies, peerDependencies].flatMap((all) => Object.keys(all)));
    const missing = new Set<string>();
    const seen = new Set<string>();
    // a package may import itself by the names that its users write
    const entryOf = (name: string): string =>
      entries.find((entry) => entry.name === name)?.default ?? `no file for ${name}`;
    const follow = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const text = readFileSync(file, "utf8");
      const imports = text.matchAll(
        /^(?:import|export)\s[^"]*?from "([^"\s]+)"|^import "([^"\s]+)"|\bimport\("([^"\s]+)"\)/gm,
      );
      for (const [, ...names] of imports) {
        const name = names.find((one) => one !== undefined)!;
        if (name.startsWith(".")) {
          if (name.endsWith(".js")) follow(join(dirname(file), name));
        } else if (/^bankshot(\/|$)/.test(name)) follow(join(installed, entryOf(name)));
        else if (!isBuiltin(name) && !known.has(name.split("/", name.startsWith("@") ? 2 : 1).join("/")))
          missing.add(`${file.slice(installed.length)}: ${name}`);
      }
    };
    for (const entry of [
      "src/index.js",
      "problems/index.js",
      "src/app/cli/cli.js",
      "src/app/run/threads/design-worker.js",
      "src/app/studies/study-worker.js",
    ])
      follow(join(installed, "dist", entry));
    expect(seen.size).toBeGreaterThan(100);
    expect([...missing]).toEqual([]);
  });

  it.each<[what: string, loads: readonly string[], program: string]>([
    [
      "the library, shapes, solvers and a solved problem",
      [],
      `const { solve } = await import("bankshot");
       for (const door of ["geometry", "solvers"]) await import("bankshot/" + door);
       const { problems } = await import("bankshot/problems");
       await solve(problems["rolling/ball-place"].problem);`,
    ],
    ["a command that prints JSON", ["commander"], command([["solve", "rolling/ball-place", "--json"]])],
    [
      "a command that prints a table",
      ["cli-table3", "commander", "picocolors"],
      command([["solve", "rolling/ball-place"]]),
    ],
    [
      "commands with a user's file, and a design from one start",
      ["commander", "jiti"],
      command([
        ["solve", "own.mjs", "--json"],
        ["design", "own-design.mjs", "--json"],
      ]),
    ],
    [
      "a study of this thread",
      ["cli-table3", "commander", "csv-parse", "libsql", "picocolors"],
      command([["sweep", "rolling/disk", "--over", "friction=.2,.3", "--threads", "1", "--json"]]),
    ],
    ["the page", ["commander", "sirv"], command([["open", "--no-open", "--port", "0"]], 300)],
  ])("loads of what only the command line needs, for %s: %j", (_, loads, program) => {
    write("own.mjs", 'export { problem } from "bankshot/problems/rolling/ball-place";');
    write("own-design.mjs", ownDesign);
    expect(packagesOf(program).filter((name) => commandLineOnly.includes(name))).toEqual(loads);
  });

  it("reads robots' files by a package that is loaded for nothing else", () => {
    expect(packagesOf('await import("bankshot");')).not.toContain("@xmldom/xmldom");
    expect(packagesOf('await import("bankshot/robots");')).toContain("@xmldom/xmldom");
  });

  it("solves in an empty Node project, by program and by command", () => {
    const one = 'import { problem as disk } from "bankshot/problems/rolling/disk";\nconsole.log(disk.name);\n';
    write("solve.mjs", one + program.replace(", type Result", "").replaceAll("]!", "]").replace(": Result", ""));
    expect(run(process.execPath, ["solve.mjs"])).toBe("rolling/disk\nsolved 0.800000\n");
    const command = [join("node_modules/bankshot/dist/src/app/cli/cli.js"), "solve", "rolling/ball-place", "--json"];
    expect((JSON.parse(run(process.execPath, command)) as { status: string }).status).toBe("solved");
  });

  it.each([
    ["NodeNext", "NodeNext", '["ES2023"]', '["node"]'],
    ["ESNext", "Bundler", '["ES2023", "DOM"]', "[]"],
  ])("has types that resolve with module %s and %s resolution", (module, moduleResolution, lib, types) => {
    if (types !== "[]") for (const name of ["@types/node", "undici-types"]) link(name);
    const doors = entries.filter(({ name }) => !name.includes("*")).map(({ name }) => name);
    write("solve.ts", program + doors.map((name, k) => `export * as door${k} from "${name}";\n`).join(""));
    write(
      "tsconfig.json",
      `{ "compilerOptions": { "module": "${module}", "moduleResolution": "${moduleResolution}", "target": "ES2022",
         "lib": ${lib}, "types": ${types}, "strict": true, "noEmit": true, "noUncheckedIndexedAccess": true },
         "files": ["solve.ts"] }`,
    );
    expect(tool("tsc", [])).toBe("");
  });

  it("solves in an empty Vite project, whose first script has neither Node built-ins nor solvers it does not use", async () => {
    write("page/index.html", '<!doctype html><title>page</title><script type="module" src="./main.ts"></script>');
    write("page/main.ts", program);
    await bundle("page");
    const assets = join(project, "page/dist/assets");
    const first = readFileSync(join(project, "page/dist/index.html"), "utf8").match(/src="\/assets\/([^"]+)"/)![1];
    expect(first).toBeDefined();
    const text = readFileSync(join(assets, first), "utf8");
    expect(/from\s*"node:|require\("|GLPK|nlopt_/.exec(text)).toBeNull();
    // what the script asks of a page before it runs, and before it loads more
    write(
      "page.mjs",
      `const createElement = () => ({ relList: { supports: () => true } });
       const none = { querySelector: () => null, getElementsByTagName: () => [], head: { appendChild() {} } };
       globalThis.document = { createElement, ...none };`,
    );
    expect(run(process.execPath, ["--import", "./page.mjs", join(assets, first)])).toBe("solved 0.800000\n");
    // the libraries stand in scripts of their own, which nothing has asked for
    const others = readdirSync(assets).filter((name) => name.endsWith(".js") && name !== first);
    for (const library of [/^glpk-/, /^highs-/]) expect(others.some((name) => library.test(name))).toBe(true);
  });

  it.each([
    // with a replay on finer steps, the laws, and turns of the event loop inside long parts, accuracies asked of a grid, and how
    // conditions of every kind came out (regions, bands, times, events), choices over distributions, tolerances that follow the
    // lightest body, steps that begin again, durations that are found, energies judged by what moves, slopes of steps in which more
    // feet carry than need to, and compiling in parts that a signal can stop, and to WebAssembly; without the march of many bodies, nlopt, and the second route without which no step is called infeasible
    ["solve", "bankshot", 181_000],
    // with fresh starts, Lemke's path on a sparse basis, proofs, elementary functions of our own, and long formulas as WebAssembly
    ["solveMcp", "bankshot", 83_500],
    // its model and all that a scene may hold (any two shapes, meshes and their parts, impacts, joints and what acts along their freedoms, drives, forces, tables from above, robots and their shapes, dissipation, corners that stand flush on a face), because a scene is data of
    // which a bundler cannot know what is in it; without other models, verbs or solvers
    ["problem", "bankshot/problems/rolling/ball-place", 196_000],
  ])("%s of %s alone is a script of at most %i bytes", async (name, door, most) => {
    write(`${name}/index.html`, '<!doctype html><title>page</title><script type="module" src="./main.js"></script>');
    write(`${name}/main.js`, `import { ${name} } from "${door}";\nglobalThis.${name} = ${name};\n`);
    await bundle(name);
    const html = readFileSync(join(project, name, "dist/index.html"), "utf8");
    // the script and what it imports before it runs
    const loaded = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]);
    expect(loaded.length).toBeGreaterThan(0);
    const bytes = loaded.reduce((sum, file) => sum + readFileSync(join(project, name, "dist", file)).length, 0);
    expect(bytes).toBeLessThanOrEqual(most);
    expect(bytes).toBeGreaterThan(10_000);
  });

  it("is clean by publint and by attw", () => {
    expect(tool("publint", ["node_modules/bankshot", "--strict", "--pack", "false"])).toContain("All good!");
    // every name has types beside its module, and `tsc` has read those of all of them: the first stands for how they resolve
    for (const { types, default: module } of entries) expect(types).toBe(module.replace(/\.js$/, ".d.ts"));
    symlinkSync(join("node_modules", "bankshot"), join(project, "package"));
    run("tar", ["-czhf", "types.tgz", "--exclude", "package/dist/site", "package"]);
    const told = tool("attw", ["types.tgz", "--profile", "esm-only", "--no-emoji", "--entrypoints", "."]);
    expect(told).toContain("node16 (from ESM)");
    expect(told).not.toMatch(/^\s*\(?[❌💀]/mu);
  });
});
