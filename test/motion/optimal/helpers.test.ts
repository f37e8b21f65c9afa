import { describe, expect, it } from "vitest";
import { setUp } from "../../../src/motion/compile/setup.js";
import { borrow, giveBack } from "../../../src/motion/march/workspace.js";
import { recordingOf } from "../../../src/motion/optimal/guesses.js";
import { optimalMotions } from "../../../src/motion/optimal/optimal.js";
import { optimalSpace } from "../../../src/motion/optimal/space.js";
import { solve } from "../../../src/motion/solve.js";
import { drive } from "../../../src/solve/drive.js";
import { finish } from "../../finish.js";
import { voiceCoil } from "./voice-coil.js";

it("a motion to start from has every state at every time, and at least one step", () => {
  const setup = setUp(voiceCoil, { "grid.steps": 50 });
  const motion = (times: number, columns = times) => ({
    t: Float64Array.from({ length: times }, (_, k) => 0.1 * k),
    columns: Object.fromEntries(
      setup.compiled.model.state.map(({ name }) => [name, new Float64Array(columns).fill(1)]),
    ),
  });
  expect(recordingOf(motion(2), setup).path.states).toEqual(
    new Float64Array(2 * setup.compiled.model.state.length).fill(1),
  );
  for (const given of [motion(1), motion(3, 2), { ...motion(2), columns: {} }])
    expect(() => recordingOf(given, setup)).toThrow("with a value at every time");
});

describe("grids that only help", () => {
  /** A search on 50 steps whose coarser grids give up after some barrier steps, and whose own may. */
  async function search(most: { readonly helper: number; readonly asked: number }, stop?: AbortController) {
    const setup = setUp(voiceCoil, { "grid.steps": 50 });
    const workspace = borrow(setup);
    await workspace.ready();
    const space = finish(optimalSpace(workspace, setup));
    const levels = space.levels as readonly { maxIterations: number }[];
    const kept = levels.map(({ maxIterations }) => maxIterations);
    levels.forEach((level, i) => {
      level.maxIterations = i + 1 < levels.length ? most.helper : most.asked;
    });
    // once it is under way
    const task = { setup, workspace, signal: stop?.signal, resume: undefined, report: () => stop?.abort() };
    const motions = await optimalMotions(task, {}, drive);
    levels.forEach((level, i) => {
      level.maxIterations = kept[i];
    });
    giveBack(setup, workspace);
    return motions;
  }

  it("may fail: the asked one is solved, with its own rows", async () => {
    const [best] = await search({ helper: 1, asked: 300 });
    expect(best.found.status).toBe("solved");
    expect(best.found.setup.steps.h.length).toBe(50);
    expect(best.costs.all).toBeCloseTo(0.92285857, 7);
  });

  it("never lend their rows, be the asked one unsolved or the search stopped", async () => {
    const failed = await search({ helper: 1, asked: 1 });
    const stopped = await search({ helper: 300, asked: 300 }, new AbortController());
    expect([failed.length > 0, stopped.length > 0]).toEqual([true, true]);
    for (const motions of [failed, stopped])
      for (const { found } of motions) {
        expect(found.status).not.toBe("solved");
        expect(found.setup.steps.h.length).toBe(50);
      }
  });

  it.each([50, 53, 60])("a voice coil is driven in %d steps", async (steps) => {
    const { status, trajectory } = await solve(voiceCoil, { set: { "grid.steps": steps } });
    expect(status).toBe("solved");
    expect(trajectory.t.length).toBe(steps + 1);
  });
});
