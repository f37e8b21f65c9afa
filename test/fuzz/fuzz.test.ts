import { expect, it } from "vitest";
import { emptyTally, runBatch, seedOf } from "./run.js";
import { faultOf } from "./sentence.js";
import { type TargetName, targetNamed } from "./targets.js";

/** Some cases of every target, the same in every run; `npm run fuzz` tries others. */
const counts: Readonly<Record<TargetName, number>> = {
  words: 20,
  saved: 25,
  urdf: 150,
  problems: 60,
  formulas: 600,
  links: 60,
  solvers: 60,
};

it.each(Object.entries(counts))("%s: %i cases without a fault", async (name, count) => {
  const tally = emptyTally();
  await runBatch(await targetNamed(name as TargetName), seedOf(13, 0), tally, { count });
  expect(tally.findings).toEqual([]);
  expect(tally.cases).toBe(count);
});

it("a judge knows words of the engine, lines and echoes from a sentence", () => {
  for (const bad of ["Cannot read properties of null", "it is [object Object].", "one\ntwo", "", "x".repeat(1000)])
    expect(faultOf(bad)).toBeDefined();
  expect(faultOf('There is no parameter "mas"; did you mean mass?')).toBeUndefined();
});
