import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { problem } from "../../../problems/rolling/disk.js";
import {
  type Axis,
  axisAbout,
  faultOf,
  mostItems,
  numbersOf,
  questionOf,
  variables,
} from "../../../src/app/playground/study/ask.js";
import { readStudyFile } from "../../../src/app/playground/study/file.js";
import { type Hand, type HandWorker, hire, type Task } from "../../../src/app/playground/study/hands.js";
import { sweepHere } from "../../../src/app/playground/study/sweep-here.js";
import { infoOf } from "../../../src/app/playground/worker/info.js";
import { beginStudy, studyItem } from "../../../src/app/playground/worker/study.js";
import { toJson } from "../../../src/app/run/saved/problem-json.js";
import { linkOfRow } from "../../../src/app/studies/view/link.js";
import { studyRows, sweep } from "../../../src/studies.js";
import { scratch } from "../cli/run.js";

const info = infoOf({ problem });
const axis = (name: string, from: number, to: number, count: number): Axis => ({ name, from, to, count });
const axes = [axis("friction", 0.05, 0.5, 4), axis("target.x", 0.01, 0.035, 4)];

describe("what a study in the page asks", () => {
  it("varies what is not found, about what is set and within what is declared", () => {
    const names = variables(info, "solve").map(({ name }) => name);
    expect(names).toContain("friction");
    expect(names).not.toContain("launch.v");
    expect(variables(info, "simulate").map(({ name }) => name)).toContain("launch.v");
    expect(numbersOf(info, "solve")).toContain("launch.v");
    const friction = variables(info, "solve").find(({ name }) => name === "friction");
    if (friction === undefined) throw new Error("The disk has friction.");
    expect(axisAbout(friction, 0, { min: 0, max: 2 }, false)).toEqual(axis("friction", 0, 0.5, 25));
    expect(axisAbout(friction, 1, { min: 0, max: 2 }, true)).toEqual(axis("friction", 0.75, 1.25, 13));
  });

  it("is a question in which nothing is set and varied", () => {
    const bounds = { of: "launch.v", from: 1, to: undefined };
    expect(questionOf("solve", { friction: 0.3, mass: 2 }, { axes, bounds })).toEqual({
      verb: "solve",
      set: { mass: 2 },
      over: { friction: { from: 0.05, to: 0.5, count: 4 }, "target.x": { from: 0.01, to: 0.035, count: 4 } },
      where: ["launch.v in 1.."],
    });
  });

  it.each<[string, Axis[], RegExp]>([
    ["one value twice", [axes[0], axes[0]], /friction is varied twice/],
    ["no number", [axis("friction", Number.NaN, 1, 3)], /friction needs a number at both ends/],
    ["a crossed range", [axis("friction", 1, 0.5, 3)], /goes from 1 to 0\.5: the smaller number comes first/],
    ["half a value", [axis("friction", 0, 1, 2.5)], /whole number of values from 2/],
    ["too many", [axis("friction", 0, 1, mostItems + 1)], /501 motions, and a page computes at most 500/],
  ])("is refused with %s", (_, given, why) => {
    expect(faultOf({ axes })).toBeUndefined();
    expect(faultOf({ axes: given })).toMatch(why);
  });

  it.each<[string, number | undefined, number | undefined, RegExp]>([
    ["no bounds", undefined, undefined, /between which bounds launch\.v/],
    ["crossed bounds", 2, 1, /launch\.v is asked from 2 to 1/],
  ])("is refused with %s", (_, from, to, why) => {
    expect(faultOf({ axes, bounds: { of: "launch.v", from, to } })).toMatch(why);
  });
});

describe("a study computed in the page", () => {
  const question = questionOf("solve", {}, { axes, bounds: { of: "launch.v", from: 1, to: 1.5 } });
  const task: Task = { problem: "rolling/disk", given: undefined, question };
  const ended: number[] = [];
  const hand = async (): Promise<Hand> => {
    const begun = await beginStudy("rolling/disk", question);
    return { begun, item: studyItem, end: () => void ended.push(1) };
  };
  const watch = (onRow: Parameters<typeof sweepHere>[2]["onRow"] = () => {}, stop = new AbortController()) => ({
    signal: stop.signal,
    onRow,
  });
  beforeAll(() => vi.stubGlobal("navigator", { hardwareConcurrency: 3 }));

  it("has the bits of the command line's, and leaves as its export", async () => {
    const out = scratch();
    await sweep(problem, { ...question, out, threads: 1 });
    const { page, json } = await sweepHere(task, hand, watch());
    const { rows } = JSON.parse(json().join("")) as { rows: { run: { from: number | null } }[] };
    let item = 0;
    for await (const row of studyRows(out)) {
      const { run, ...answer } = row;
      expect(rows[item]).toMatchObject({ ...answer, run: { from: run.from } });
      item++;
    }
    expect(rows).toHaveLength(16);
    expect(page.about).toMatchObject({ items: 16, done: 16, problem: "rolling/disk" });
    const opened = readStudyFile(json().join(""), () => "none is kept");
    expect({ ...opened, about: { ...opened.about, seconds: 0 } }).toEqual({
      ...page,
      about: { ...page.about, seconds: 0 },
    });
    expect(ended.length).toBeGreaterThan(0);
  });

  it("opens with the problem that its file holds, or without motions where there is no place for it", async () => {
    const out = scratch();
    await sweep(problem, { over: { friction: [0.1, 0.2] }, out, threads: 1, export: ["json"] });
    const text = readFileSync(join(out, "study.json"), "utf8");
    const kept: [string, string][] = [];
    const page = readStudyFile(text, (...given) => {
      kept.push(given);
      return "dropped:it";
    });
    expect(kept).toEqual([[problem.title, toJson(problem)]]);
    expect(linkOfRow(page, 1)).toMatch(/^#problem=dropped:it&verb=solve&set\.friction=0\.2&launch=/);
    expect(
      linkOfRow(
        readStudyFile(text, () => undefined),
        1,
      ),
    ).toBeUndefined();
    expect(readFileSync(join(out, "report.html"), "utf8")).toMatch(/The problem came from a program/);
  });

  it("keeps what is done when it is stopped, whatever is in hand then", async () => {
    const stop = new AbortController();
    let met = 0;
    const slow = async (): Promise<Hand> => {
      const one = await hand();
      // the fifth never comes
      return { ...one, item: (work) => (++met > 4 ? new Promise(() => {}) : one.item(work)) };
    };
    const seen: number[] = [];
    const { page } = await sweepHere(
      task,
      slow,
      watch(({ item }, { done }) => {
        seen.push(item);
        if (done === 4) stop.abort();
      }, stop),
    );
    expect(page.about).toMatchObject({ items: 16, done: 4 });
    expect([...page.rows.items].sort((a, b) => a - b)).toEqual(seen.sort((a, b) => a - b));
  });

  it("goes on with another worker where one breaks down, and records what breaks each of them", async () => {
    const frail = async (): Promise<Hand> => {
      const one = await hand();
      return {
        ...one,
        item: (work) => (work.item === 5 ? Promise.reject(new Error("out of memory")) : one.item(work)),
      };
    };
    const { page } = await sweepHere(task, frail, watch());
    expect(page.about.done).toBe(16);
    expect(page.rows.states[5]).toBe(0);
    expect(page.reasons[page.rows.reasons[5]]).toMatch(/^crashed: Its worker ended 3 times: out of memory/);
  });

  it("hires a worker by messages, in whose words it is refused", async () => {
    const heard = new Map<string, (event: unknown) => void>();
    let isEnded = false;
    const worker = {
      addEventListener: (kind: string, act: (event: unknown) => void) => void heard.set(kind, act),
      postMessage(request: { id: number; kind: string }) {
        const refusal = { field: "over", message: "A study varies something." };
        const data =
          request.kind === "open"
            ? { kind: "opened", id: request.id, info }
            : { kind: "refused", id: request.id, refusal };
        queueMicrotask(() => heard.get("message")?.({ data }));
      },
      terminate() {
        isEnded = true;
      },
    } as HandWorker;
    await expect(hire(worker, { ...task, given: {} })).rejects.toThrow("A study varies something.");
    expect(isEnded).toBe(true);
  });
});
