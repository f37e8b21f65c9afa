import fc from "fast-check";
import { expect, it } from "vitest";
import { begin, type History, record, redo, undo } from "../../../src/app/playground/history.js";

const after = (changes: readonly number[]): History<number> =>
  changes.reduce((history, change) => record(history, change), begin(-1));

it("comes back to where it began, and to where it was", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 100 }), (changes) => {
      const end = after(changes);
      const back = changes.reduce((history) => undo(history), end);
      expect(back.now).toBe(-1);
      expect(back.past).toEqual([]);
      expect(changes.reduce((history) => redo(history), back)).toEqual(end);
    }),
  );
});

it("stays where it is when there is nothing to undo or redo", () => {
  const history = begin(1);
  expect(undo(history)).toBe(history);
  expect(redo(history)).toBe(history);
});

it("forgets what was undone when something else is done", () => {
  const history = record(undo(after([1, 2, 3])), 9);
  expect(redo(history)).toBe(history);
  expect(undo(history).now).toBe(2);
});

it("keeps no more than 200 steps", () => {
  expect(after(Array.from({ length: 300 }, (_, i) => i)).past).toHaveLength(200);
});
