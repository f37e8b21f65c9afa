import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    include: ["test/**/*.test.ts"],
    reporters: ["default", ["json", { outputFile: "test/output/results.json" }]],
    setupFiles: ["test/setup.ts"],
    testTimeout: 120_000,
    // every core: vitest would leave one idle, which doubles the time where there are two
    maxWorkers: "100%",
  },
});
