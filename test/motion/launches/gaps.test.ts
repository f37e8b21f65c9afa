import { expect, it } from "vitest";
import { gapsOf } from "../../../src/motion/launches/windows/gaps.js";
import type { Track } from "../../../src/motion/launches/windows/track.js";

/** A motion that strikes one of two posts at first, and then something else wherever it begins. */
const track = (x: number): Track => {
  const strikes = [x < 0.3 ? "left" : "right", `anything ${x}`];
  const beside = () => {
    throw new Error("nothing hides here");
  };
  return { values: [x], events: strikes, strikes, sights: [], beside, isLost: false };
};

const ends = (edges: readonly (readonly [Track, Track])[]): number[][] =>
  edges.map((edge) => edge.map(({ values }) => values[0]));

it("the border of the widest windows is narrowed first, where not all borders can be", () => {
  let made = 0;
  let done = 0;
  const gaps = gapsOf({
    isBlind: () => false,
    *track([x]) {
      made++;
      yield;
      return track(x);
    },
    done: () => done++,
  });
  for (let k = 0; k < 8; k++) gaps.add([track(k / 8), track((k + 1) / 8)], 6);
  const few = gaps.divide(() => made >= 6);
  while (few.next().done !== true);
  const narrow = ends(gaps.edges());
  // in the order in which they lie, without a hole
  expect(narrow.map(([from]) => from)).toEqual([0, ...narrow.slice(0, -1).map(([, to]) => to)]);
  const [[from, to]] = narrow.filter(([from, to]) => from < 0.3 && to >= 0.3);
  expect(to - from).toBe(2 ** -9);
  expect(done).toBe(0);
  // and then all others
  const all = gaps.divide(() => false);
  while (all.next().done !== true);
  expect([made, done]).toEqual([8 * 63, 8]);
  expect(ends(gaps.edges())).toEqual(Array.from({ length: 512 }, (_, k) => [k / 512, (k + 1) / 512]));
});
