import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { doorAliases } from "../src/app/bundled/doors.js";

/**
 * Files that take longest, those in a browser, which wait, between those that compute: begun first, none of them is left to one core at
 * the end, and no core waits for browsers alone.
 */
const longest = [
  "browser/maker",
  "package",
  "browser/playground",
  "motion/exact/boundary",
  "browser/page",
  "texts",
  "browser/own",
  "motion/conditions/sets",
  "browser/notebooks",
  "motion/chance/safest",
  "motion/conditions/to-accuracy",
  "motion/launches/launches",
  "motion/boundary/refine",
  "optimal-problems",
  "app/run/saved",
  "browser/study",
  "bits/bits",
].map((name) => `/test/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const first = longest.flatMap((end) => others.filter(({ moduleId }) => moduleId.endsWith(end)));
    return [...new Set([...first, ...others])];
  }
}

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
    // two more than there are cores: tests in a browser wait for most of their time
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    // files share what they import: tests keep nothing in modules, and reading them anew took a third of the time
    isolate: false,
  },
});
