import { existsSync, readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { doorAliases } from "../src/app/bundled/doors.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Where `dist` was built from the sources as they are, tests import that: the code that users run. Read by vitest, a source asks
 * for every import anew whenever it names one, which takes a fifth of the time of long computations. A build beside sources
 * that changed since is left alone.
 */
const isBuilt = process.argv.includes("run") && builtAt() > Math.max(...["src", "problems"].map(changedAt));

function builtAt(): number {
  const told = join(root, "dist/tsconfig.tsbuildinfo");
  return existsSync(told) ? statSync(told).mtimeMs : 0;
}

function changedAt(folder: string): number {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return Math.max(
    ...files.filter((name) => name.endsWith(".ts")).map((name) => statSync(join(root, folder, name)).mtimeMs),
  );
}

/** What is built of a source; undefined for what is none, or tells where sources are (`src/app/bundled`). */
function builtFrom(file: string): string | undefined {
  const place = relative(root, file);
  const built = join(root, "dist", place.replace(/\.ts$/, ".js"));
  return /^(?:src(?!\/app\/bundled)|problems)\//.test(place) && existsSync(built) ? built : undefined;
}

/** Imports of sources, by their places, are imports of what is built of them. */
const built = {
  name: "built",
  enforce: "pre" as const,
  resolveId: (id: string, importer: string | undefined) =>
    importer !== undefined && id.startsWith(".") ? builtFrom(resolve(dirname(importer), id)) : undefined,
};

/** Names that users import, of what is built. */
const builtAliases = doorAliases.map(({ find, replacement }) => ({
  find,
  replacement: replacement.replace(root, join(root, "dist/")).replace(/\.ts$/, ".js"),
}));

export default defineConfig({
  resolve: { alias: isBuilt ? builtAliases : doorAliases },
  plugins: isBuilt ? [built] : [],
  test: {
    root,
    server: { deps: { external: [/\/dist\/(?:src|problems)\//] } },
    include: ["test/**/*.test.ts"],
    reporters: ["default", ["json", { outputFile: "test/output/results.json" }]],
    globalSetup: ["test/temporary.ts"],
    setupFiles: ["test/setup.ts"],
    // what waits for ever fails by these; what waits for a busy machine does not
    testTimeout: 360_000,
    hookTimeout: 360_000,
    // a machine at work for other tests needs more than the second that a poll waits by itself
    expect: { poll: { timeout: 240_000 } },
    // one more than there are cores: a test in a browser waits for most of its time
    maxWorkers: availableParallelism() + 1,
    // files share what they import: tests keep nothing in modules, and reading them anew took a third of the time
    isolate: false,
    // most functions of a test run too briefly to earn back what their optimisation costs, the usual budget is 67584; and most
    // numbers die young: a larger place for them than the usual 16 MB is swept less often
    execArgv: ["--interrupt-budget=400000", "--max-semi-space-size=64"],
  },
});
