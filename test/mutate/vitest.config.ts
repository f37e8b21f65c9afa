import { mergeConfig } from "vitest/config";
import shared from "../vitest.config.js";

/** As all tests, and what was read once is read from a cache: one file differs from mutant to mutant. */
export default mergeConfig(shared, {
  test: { maxWorkers: 1, bail: 1, testTimeout: 900_000, experimental: { fsModuleCache: true } },
});
