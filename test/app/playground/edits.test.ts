import { describe, expect, it } from "vitest";
import { edits } from "../../../src/app/playground/control/edits.js";
import { begin } from "../../../src/app/playground/history.js";
import type { Answer, ProblemInfo, RunRequest } from "../../../src/app/playground/messages.js";
import { initial, type State } from "../../../src/app/playground/state.js";
import { store } from "../../../src/app/playground/store.js";

/** Edits of a problem with one parameter, whose last run took some seconds. */
function desk(seconds: number) {
  const info = {
    verb: "solve",
    verbs: ["solve"],
    parameters: [{ name: "x", min: 0, max: 1 }],
  } as unknown as ProblemInfo;
  const answer = { verb: "solve", seconds, launch: [3] } as unknown as Answer;
  const page = store<State>(
    { ...initial, info, answer, history: begin({ problem: "p", set: {} }) },
    () => {},
    () => {},
  );
  const runs: (readonly [x: number | string | undefined, drag?: number])[] = [];
  let cancelled = 0;
  const edit = edits(page, {
    run: (_guess?: readonly number[], { drag }: Partial<RunRequest> = {}) =>
      void runs.push(drag === undefined ? [page.get().history.now.set.x] : [page.get().history.now.set.x, drag]),
    cancel: () => void cancelled++,
    link: () => {},
    reopen: () => undefined,
    // nothing is remembered here: what is undone runs again
    recall: () => false,
  });
  return {
    edit,
    runs,
    set: () => page.get().history.now.set.x,
    cancelled: () => cancelled,
    current: () => page.get().current,
  };
}

describe("edits", () => {
  it("of a drag are run at every step, within the range, and undone as one", () => {
    const { edit, runs, set } = desk(0.01);
    edit.actions.set({ x: 0.2 }, "drag");
    expect(edit.isDragging()).toBe(true);
    edit.actions.set({ x: 7 }, "drag");
    edit.actions.set({ x: 0.9 }, "drop");
    expect(edit.isDragging()).toBe(false);
    expect(runs).toEqual([[0.2, 1], [1, 1], [0.9]]);
    edit.actions.undo();
    expect(set()).toBeUndefined();
    edit.actions.redo();
    expect(set()).toBe(0.9);
    expect(runs.slice(3)).toEqual([[undefined], [0.9]]);
  });

  it("of a slow problem are shown on a coarser grid while they are dragged, and run whole after", () => {
    const slow = desk(0.5);
    slow.edit.actions.set({ x: 0.2 }, "drag");
    slow.edit.stepped(0.1, true);
    slow.edit.actions.set({ x: 0.25 }, "drag");
    slow.edit.actions.set({ x: 0.3 }, "drop");
    expect(slow.runs).toEqual([[0.2, 5], [0.25, 5], [0.3]]);
    expect(slow.current()).toBe(false);
  });

  it("are not run again where a step of the drag was slow, nor by themselves where a run is long", () => {
    const slow = desk(1);
    slow.edit.stepped(1.5, true);
    slow.edit.actions.set({ x: 0.2 }, "drag");
    expect(slow.current()).toBe(false);
    slow.edit.actions.set({ x: 0.3 }, "drop");
    expect(slow.runs).toEqual([[0.3]]);
    const long = desk(60);
    long.edit.actions.set({ x: 0.3 }, "drop");
    expect(long.runs).toEqual([]);
    expect(long.cancelled()).toBe(1);
    expect(long.set()).toBe(0.3);
  });

  it("of names that the problem does not declare change nothing", () => {
    const { edit, set } = desk(0.01);
    edit.actions.set({ y: 1 }, "drop");
    expect(set()).toBeUndefined();
  });
});
