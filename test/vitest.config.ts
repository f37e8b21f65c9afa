import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { doorAliases } from "../src/app/bundled/doors.js";

export default defineConfig({
  resolve: { alias: doorAliases },
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/**/*.test.ts"],
    reporters: ["default", ["json", { outputFile: "test/output/results.json" }]],
    globalSetup: ["test/temporary.ts"],
    setupFiles: ["test/setup.ts"],
    testTimeout: 120_000,
    // a machine at work for other tests needs more than the second that a poll waits by itself
    expect: { poll: { timeout: 30_000 } },
    // one more than there are cores: a test in a browser waits for most of its time
    maxWorkers: availableParallelism() + 1,
    // files share what they import: tests keep nothing in modules, and reading them anew took a third of the time
    isolate: false,
    // most functions of a test run too briefly to earn back what their optimisation costs; the usual budget is 67584
    execArgv: ["--interrupt-budget=400000"],
  },
});
