import { expect, it } from "vitest";
import { problem } from "../../../problems/rolling/disk.js";
import { defineStudy } from "../../../src/app/studies/definition.js";
import { holding } from "../../../src/app/studies/held.js";
import type { Row } from "../../../src/app/studies/row.js";
import { openStore, type Store } from "../../../src/app/studies/store.js";
import { scratch } from "../cli/run.js";

const data = defineStudy(problem, undefined, { over: { friction: [0.1, 0.2, 0.3, 0.4, 0.5] } });

const settings = (item: number) => ({ friction: item === 3 ? -0 : item / 10, frictionLaw: "projection" });

/** A row with every number that text tells otherwise, and a motion that a row is read without. */
const row = (item: number, x: number): Row => ({
  item,
  status: "solved",
  message: "",
  passed: item % 2 === 0,
  values: { "launch.v": x, "end.x": -0, "end.y": null },
  launch: [x, -0, Number.NaN],
  certificate: { boundaryError: 1e-300 * x },
  run: { from: item === 0 ? null : 0, seconds: 0.25, motion: "" },
});

/** A study in two parts, the second of which finds the rows of the first, some of them sent twice. */
async function twoParts(folder: string, wrap: (store: Store) => Store) {
  const first = wrap(await openStore(folder, { data, settings }, folder));
  expect([...first.outcomes()]).toEqual([]);
  first.add([row(3, 0.1), row(1, 1 / 3)]);
  const before = [...first.rows()];
  first.close();
  const second = wrap(await openStore(folder, { data, settings }, folder));
  const outcomes = [...second.outcomes()];
  second.add([row(0, -0)]);
  second.add([row(0, 7), row(1, 8), row(4, 2)]);
  const launches = [0, 1, 3, 4].map(second.launchOf);
  const after = [...second.rows()];
  second.add([row(2, 5)]);
  const end = [...second.rows()];
  second.close();
  return { before, outcomes, launches, after, end };
}

it("rows that are held are those that are read, to the sign of a zero", async () => {
  const read = await twoParts(scratch(), (store) => store);
  const held = await twoParts(scratch(), (store) => holding(store, 5, settings));
  expect(held).toEqual(read);
  expect(held.end.map(({ item, launch }) => [item, launch[0]])).toEqual([
    [0, 0],
    [1, 1 / 3],
    [2, 5],
    [3, 0.1],
    [4, 2],
  ]);
});

it("a large study is read, not held", async () => {
  const folder = scratch();
  const store = await openStore(folder, { data, settings }, folder);
  expect(holding(store, 1e6, settings)).toBe(store);
  store.close();
});
