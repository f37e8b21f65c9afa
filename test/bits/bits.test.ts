import { expect, it } from "vitest";
import { bitRuns } from "./runs.js";

it.each(bitRuns().map(({ name, ...run }) => [name, run] as const))("gives the stored bits: %s", async (_, one) => {
  expect(await one.run()).toBe(one.stored);
});
