import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { problem } from "../../../problems/rolling/disk.js";
import { randomNumbers } from "../../../src/algebra/random.js";
import { conduct, type Totals } from "../../../src/app/studies/conduct.js";
import type { Crew } from "../../../src/app/studies/crew.js";
import { defineStudy } from "../../../src/app/studies/definition.js";
import { continues, itemRunner } from "../../../src/app/studies/item.js";
import type { Row, StudyRow } from "../../../src/app/studies/row.js";
import { openStore } from "../../../src/app/studies/store.js";
import { sweepOf } from "../../../src/app/studies/sweep.js";
import { itemsOf } from "../../../src/motion/study/items.js";
import type { StudyQuestion } from "../../../src/motion/study/study.js";
import { studyRows, sweep } from "../../../src/studies.js";
import { bankshot, scratch } from "../cli/run.js";

const source = { name: "rolling/disk" };
const question: StudyQuestion = {
  over: { friction: { from: 0.05, to: 0.5, count: 7 }, "target.x": { from: 0.01, to: 0.035, count: 6 } },
  where: ["launch.v in 1..1.5"],
};

/** All rows of a folder but for their seconds. */
async function rowsIn(folder: string, asked: StudyQuestion = question): Promise<Omit<StudyRow, "run">[]> {
  const data = defineStudy(problem, source, asked);
  const store = await openStore(folder, { data, settings: () => ({}) }, folder);
  const rows = [...store.rows()].map(({ run: { from }, ...row }) => ({ ...row, from }));
  store.close();
  return rows;
}

/** A crew that answers late and in any order, and now and then not at all, but never three times for one item alone. */
function unreliable(run: (work: Parameters<ReturnType<typeof itemRunner>>[0]) => Promise<Row>, seed: number): Crew {
  const random = randomNumbers(seed);
  const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5 * random()));
  const width = 1 + Math.floor(5 * random());
  const alone = new Map<number, number>();
  return {
    width: () => width,
    chunkSeconds: 0.01 * random(),
    async run(chunk) {
      await wait();
      const rows = [];
      for (const work of [...chunk].reverse()) rows.push(await run(work));
      if (random() >= 0.2) return rows;
      if (chunk.length === 1) {
        const [{ item }] = chunk;
        const misses = 1 + (alone.get(item) ?? 0);
        if (misses > 2) return rows;
        alone.set(item, misses);
      }
      throw new Error("the line went dead");
    },
    stop() {},
    close: async () => {},
  };
}

const together = await (async () => {
  const out = scratch();
  const result = await sweepOf({ problem, source }, question, { out, threads: 1 });
  return { out, result, rows: await rowsIn(out) };
})();

describe("a study", () => {
  it("keeps a row an item, and counts them", () => {
    const { result, rows, out } = together;
    expect(rows.map(({ item }) => item)).toEqual(Array.from({ length: 42 }, (_, item) => item));
    const passed = rows.filter(({ values }) => (values["launch.v"] ?? 0) >= 1 && (values["launch.v"] ?? 9) <= 1.5);
    expect(result).toMatchObject({ study: out, items: 42, done: 42, solved: 42, failed: 0, passed: passed.length });
    expect(passed.length).toBeGreaterThan(3);
    expect(passed.length).toBeLessThan(39);
    const row = rows[8];
    expect(row.settings).toEqual({ friction: 0.125, "target.x": 0.02 });
    expect(Object.keys(row.certificate)).toContain("boundaryError");
    expect(row.launch).toEqual([row.values["launch.v"]]);
    // all but the middle of the grid start from a neighbour
    expect(rows.filter((one) => "from" in one && one.from === null)).toHaveLength(1);
  });

  it.each([1, 2, 3])("has the same bits by any crew, in any order, with restarts (%d)", async (seed) => {
    const out = scratch();
    const data = defineStudy(problem, source, question);
    const items = itemsOf(data.study);
    let last: Totals | undefined;
    // each time a part of it, until all is done
    for (let part = 0; last === undefined || last.done < last.items; part++) {
      const store = await openStore(out, { data, settings: items.settings }, out);
      const crew = unreliable(itemRunner(problem, data.study), 10 * seed + part);
      const interruption = new AbortController();
      const onProgress = ({ done }: Totals): void => {
        if (done >= (last?.done ?? 0) + 12 && part < 3) interruption.abort();
      };
      const task = { items, store, crew, continues: continues(problem, data.study) };
      const totals: Totals = await conduct(task, { signal: interruption.signal, onProgress });
      expect(totals.done).toBeGreaterThan(last?.done ?? 0);
      last = totals;
      store.close();
    }
    expect(await rowsIn(out)).toEqual(together.rows);
  });

  it("records an item that takes its workers down after three tries, and goes on with the others", async () => {
    const out = scratch();
    const data = defineStudy(problem, source, question);
    const items = itemsOf(data.study);
    const run = itemRunner(problem, data.study);
    const store = await openStore(out, { data, settings: items.settings }, out);
    let met = 0;
    const crew: Crew = {
      width: () => 2,
      chunkSeconds: 1,
      async run(chunk) {
        const poison = chunk.find(({ item }) => item === 30);
        if (poison !== undefined) met++;
        if (poison !== undefined) throw new Error("no memory left");
        return Promise.all(chunk.map(run));
      },
      stop() {},
      close: async () => {},
    };
    const totals = await conduct({ items, store, crew, continues: true }, {});
    expect(totals).toMatchObject({ done: 42, solved: 41, failed: 1 });
    expect([...store.rows()][30]).toMatchObject({
      status: "crashed",
      message: expect.stringContaining("no memory left"),
    });
    expect(met).toBeLessThanOrEqual(4);
    store.close();
  });

  it("computes nothing again: what is done only needs to be read", async () => {
    const again = await sweepOf({ problem, source }, question, { out: together.out, threads: 1 });
    expect({ ...again, seconds: 0 }).toEqual({ ...together.result, seconds: 0 });
    expect(again.seconds).toBeGreaterThan(together.result.seconds);
  });

  it.each<[string, StudyQuestion, RegExp]>([
    [
      "other ranges",
      { ...question, over: { friction: [0.1, 0.2] } },
      /holds another study: its over was .*; choose another folder/,
    ],
    ["other questions", { ...question, where: [] }, /its where was \["launch.v in 1\.\.1\.5"\]/],
    ["another verb", { ...question, verb: "simulate" }, /its verb was "solve"/],
  ])("refuses a folder of %s", async (_, other, why) => {
    await expect(sweepOf({ problem, source }, other, { out: together.out, threads: 1 })).rejects.toThrow(why);
    expect(await rowsIn(together.out)).toEqual(together.rows);
  });

  it("refuses a database of something else, and a folder that another program is at work on", async () => {
    const out = scratch();
    writeFileSync(join(out, "study.db"), "a diary");
    await expect(sweepOf({ problem, source }, question, { out })).rejects.toThrow(/is no database of a study/);
    expect(readFileSync(join(out, "study.db"), "utf8")).toBe("a diary");
    const data = defineStudy(problem, source, question);
    const store = await openStore(together.out, { data, settings: () => ({}) }, "here");
    await expect(sweepOf({ problem, source }, question, { out: together.out })).rejects.toThrow(
      /Another sweep is at work/,
    );
    store.close();
  });
});

describe("sweep() of bankshot/studies", () => {
  const over: StudyQuestion["over"] = { friction: { uniform: [0.1, 0.4] }, mass: { normal: [1, 0.05] } };

  it("extends sequences by items that a larger study has, and nothing else", async () => {
    const [grown, whole] = [scratch(), scratch()];
    const asked = { over, design: "sobol", threads: 1 } as const;
    await sweep(problem, { ...asked, samples: 10, out: grown });
    await expect(sweep(problem, { ...asked, samples: 16, out: grown })).rejects.toThrow(
      /has 10 samples .*: --extend adds/,
    );
    const found = await sweep(problem, { ...asked, samples: 16, out: grown, extend: true });
    expect(found).toMatchObject({ items: 16, done: 16 });
    expect(found.analysis.gridError).toBeUndefined();
    const judged = await sweep(problem, { ...asked, samples: 2, gridError: true, out: scratch() });
    expect(judged.analysis.gridError).toMatchObject({ count: 2, missing: 0 });
    expect(judged.analysis.gridError?.most.value).toBeGreaterThan(0);
    await sweep(problem, { ...asked, samples: 16, out: whole });
    expect(await answers(grown)).toEqual(await answers(whole));
    await expect(sweep(problem, { ...asked, samples: 8, out: grown, extend: true })).rejects.toThrow(
      /its samples was 16/,
    );
    const cube = { over, design: "lhs", threads: 1, out: scratch() } as const;
    await sweep(problem, { ...cube, samples: 4 });
    await expect(sweep(problem, { ...cube, samples: 8, extend: true })).rejects.toThrow(/Latin hypercube has no more/);
    const grid = { over: { friction: [0.1, 0.2] }, threads: 1, out: scratch(), extend: true } as const;
    await expect(sweep(problem, grid)).rejects.toThrow(/nothing is sampled here/);
  });

  it("tells yield and causes, distributions, what goes with what, and a front", async () => {
    const out = scratch();
    const where = ["launch.v in 1.1..", "launch.v in ..1.4"];
    const { analysis, passed, items } = await sweep(problem, {
      ...{ over: question.over, where, out, threads: 1 },
      front: ["launch.v", "-target.x"],
    });
    expect(analysis.yield).toMatchObject({ passed, of: items });
    const causes = analysis.causes;
    expect(Object.keys(causes).sort()).toEqual(["launch.v is above 1.4.", "launch.v is below 1.1."]);
    expect(Object.values(causes).reduce((a, b) => a + b)).toBe(items - passed);
    const speeds: number[] = [];
    for await (const row of studyRows(out)) speeds.push(row.values["launch.v"] ?? Number.NaN);
    expect(analysis.values["launch.v"].mean).toBeCloseTo(speeds.reduce((a, b) => a + b) / items, 12);
    expect(analysis.values["launch.v"].least.value).toBe(Math.min(...speeds));
    expect(speeds[analysis.values["launch.v"].most.row]).toBe(Math.max(...speeds));
    expect(analysis.correlation["launch.v"]["target.x"]).toBeGreaterThan(0.9);
    expect(analysis.front?.length).toBeGreaterThan(3);
  });

  it("tells Sobol' indices by Saltelli's scheme: of a launch, friction and target matter, the mass hardly", async () => {
    const ranges = {
      friction: { from: 0.1, to: 0.4 },
      "target.x": { from: 0.015, to: 0.03 },
      mass: { from: 1, to: 2 },
    };
    const { analysis, items } = await sweep(problem, {
      over: ranges,
      design: "saltelli",
      samples: 16,
      out: scratch(),
      threads: 1,
    });
    expect(items).toBe(80);
    const { of, samples } = analysis.sensitivity?.["launch.v"] ?? { of: {}, samples: 0 };
    expect(samples).toBe(16);
    expect(of["target.x"].total).toBeGreaterThan(0.5);
    expect(Math.abs(of.mass.total)).toBeLessThan(1e-3);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["unknown fields", { over, samples: 3, out: "x", colour: 1 }, /no field "colour"/],
    ["no folder", { over, samples: 3 }, /out must be a name/],
    ["a front of one", { over, samples: 3, out: "x", front: ["launch.v"] }, /A front is of two formulas/],
    [
      "a front of what there is not",
      { over, samples: 3, out: "x", front: ["launch.v", "end.q"] },
      /no value or parameter "end.q"/,
    ],
    ["half a thread", { over, samples: 3, out: "x", threads: 0.5 }, /threads must be a whole number/],
    ["a spread that is none", { over: { friction: { norm: [1, 2] } }, out: "x" }, /friction.*no field "norm"|from/],
  ])("refuses %s", async (_, asked, why) => {
    await expect(sweep(problem, asked as never)).rejects.toThrow(why);
    expect(existsSync("x")).toBe(false);
  });

  it("refuses rows of a folder without a study", async () => {
    await expect(answers(scratch())).rejects.toThrow(/There is no study in/);
  });
});

/** Rows of a folder but for their seconds. */
async function answers(folder: string): Promise<Omit<StudyRow, "run">[]> {
  const rows = [];
  for await (const { run: _, ...row } of studyRows(folder)) rows.push(row);
  return rows;
}

describe("bankshot sweep", () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "parts.csv"), "friction [-];mass (g)\n.2;1000\n\n.3;1500\n");
  writeFileSync(join(cwd, "bad.csv"), "friction,mass\n.2,1\n.3,NaN\n");
  writeFileSync(join(cwd, "long.csv"), "mass [s],note\n1,none\n");
  const words = (...more: string[]): string[] => ["sweep", "rolling/disk", "--threads", "1", ...more];

  it("prints one object, writes rows as text, and exits 0 also where items are not solved", async () => {
    const over = ["--over", "friction~normal(.1,.1)", "--samples", "12", "--seed", "3", "--export", "csv", "--json"];
    const { code, out, err } = await bankshot(words(...over, "--out", "normal"), { cwd });
    expect(code, err).toBe(0);
    const told = JSON.parse(out) as Record<string, unknown>;
    expect(told).toEqual({
      study: "normal",
      items: 12,
      done: 12,
      solved: expect.any(Number),
      failed: expect.any(Number),
      passed: expect.any(Number),
      seconds: expect.any(Number),
      analysis: expect.objectContaining({ yield: expect.objectContaining({ of: 12 }) }),
    });
    // below zero there is no friction
    expect(told.failed).toBeGreaterThan(0);
    const [header, ...lines] = readFileSync(join(cwd, "normal/study.csv"), "utf8").trimEnd().split("\n");
    expect(header).toMatch(/^item,status,passed,friction,launch\.v,.*,from,seconds,message$/);
    expect(lines).toHaveLength(12);
    expect(lines.filter((line) => /,bad-input,.*friction must be from 0/.test(line))).toHaveLength(Number(told.failed));
  });

  it("takes the columns of a table, lists, other verbs and settings, and writes JSON", async () => {
    const over = ["--over", "parts.csv", "--over", "launch.v=1,1.5", "--verb", "simulate", "--set", "grid.steps=30"];
    const { code, err } = await bankshot(words(...over, "--out", "table", "--export", "json"), { cwd });
    expect(code, err).toBe(0);
    const { study, rows } = JSON.parse(readFileSync(join(cwd, "table/study.json"), "utf8")) as {
      readonly study: { readonly study: StudyQuestion };
      readonly rows: readonly StudyRow[];
    };
    expect(study.study.verb).toBe("simulate");
    expect(rows.map(({ settings }) => settings)).toEqual([
      { friction: 0.2, mass: 1, "launch.v": 1 },
      { friction: 0.2, mass: 1, "launch.v": 1.5 },
      { friction: 0.3, mass: 1.5, "launch.v": 1 },
      { friction: 0.3, mass: 1.5, "launch.v": 1.5 },
    ]);
    expect(rows.every(({ status }) => status === "solved")).toBe(true);
  });

  it.each<[string, string[], RegExp]>([
    ["nothing to vary", [], /^A sweep varies something/],
    ["an unknown name", ["--over", "frction=0..1:2"], /no parameter "frction"; did you mean friction\?/],
    ["a crossed range", ["--over", "friction=.4...1:3"], /goes from 0\.4 to 0\.1: the smaller number comes first/],
    ["a value out of range", ["--over", "friction=-1..1:3"], /friction must be from 0, it is -1/],
    ["what is found", ["--over", "launch.v=1..2:3"], /is found by every item, since condition end\.x frees it/],
    ["a name that is set", ["--over", "friction=.1,.2", "--set", "friction=1"], /is set and varied/],
    ["one name twice", ["--over", "friction=.1,.2", "--over", "friction=.1..1:2"], /is varied twice/],
    ["NaN in a column", ["--over", "bad.csv"], /^bad\.csv, line 3: mass is "NaN", not a number/],
    [
      "another kind of unit",
      ["--over", "mass=long.csv"],
      /unit of mass \[s\] does not fit: s is no unit of what is in kg/,
    ],
    ["no such file", ["--over", "none.csv"], /no file none\.csv/],
    ["no such column", ["--over", "target.x=parts.csv"], /no column target\.x; its columns are friction, mass/],
    ["no samples", ["--over", "friction~uniform(.1,.2)"], /friction is sampled: say how often/],
    ["samples of nothing", ["--over", "friction=.1,.2", "--samples", "9"], /^Nothing is sampled/],
    ["a strange distribution", ["--over", "friction~gamma(1,2)"], /is distributed as normal/],
    ["no deviation", ["--over", "friction~normal(.2,0)", "--samples", "3"], /deviation of friction must be above 0/],
    ["a mode outside", ["--over", "friction~triangular(.2,.1,.3)", "--samples", "3"], /The mode 0\.1 of friction/],
    ["a count of nothing", ["--over", "friction=.1...4:0"], /whole number of values from 1, not 0/],
    ["too many items", ["--over", "friction=.1...4:99999999"], /at most 10000000/],
    ["a design of what has none", ["--over", "friction=.1,.2", "--verb", "design"], /^rolling\/disk has no objective/],
    ["an address that is none", ["--over", "friction=.1,.2", "--queue", "http://host"], /^--queue takes redis:/],
    ["half a front", ["--over", "friction=.1,.2", "--front", "launch.v"], /twice, .* here 1 is given\.$/m],
    ["half a question", ["--over", "friction=.1,.2", "--where", "end.x < 2"], /is no question/],
    [
      "a folder that is a file",
      ["--over", "friction=.1,.2", "--out", "parts.csv"],
      /^--out parts\.csv cannot be made a folder/,
    ],
  ])("refuses %s in one sentence", async (_, more, why) => {
    const { code, err, out } = await bankshot(words(...more, "--json"), { cwd });
    expect(err).toMatch(why);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ status: "bad-input", message: err.trimEnd() });
    expect(existsSync(join(cwd, "study"))).toBe(false);
  });

  it("is followed on a terminal: counts, and once there are some, the rate and the time that is left", async () => {
    const asked = words("--over", "friction=.1...4:25", "--over", "target.x=.01...03:20", "--out", "followed");
    const { code, err } = await bankshot(asked, { cwd, live: true });
    expect(code).toBe(0);
    const told = err.split("\r\x1b[2K").filter((line) => line !== "");
    expect(told[0]).toBe("sweep 1 of 500 items, 1 solved, 0 not");
    expect(told.at(-1)).toMatch(/^sweep 500 of 500 items, 500 solved, 0 not, [\d.e+]+\/s, 0 s left$/);
  });

  it("says how to go on where it was interrupted, and goes on", async () => {
    const asked = words("--over", "friction=.1...4:40", "--out", "cut", "--json");
    const cut = await bankshot(asked, { cwd, signal: AbortSignal.abort() });
    expect(cut.code).toBe(1);
    expect(JSON.parse(cut.out)).toMatchObject({ items: 40, done: 0 });
    expect(cut.err).toBe("0 of 40 items are done: the same command goes on from there.\n");
    expect((await bankshot(asked, { cwd })).code).toBe(0);
  });
});

const bin = fileURLToPath(new URL("../../../dist/src/app/cli/cli.js", import.meta.url));

it.skipIf(!existsSync(bin))("threads give the same bits as one, killed half way", async () => {
  const cwd = scratch();
  const over = ["--over", "friction=.05...5:20", "--over", "target.x=.01...035:20"];
  const words = [bin, "sweep", "rolling/disk", ...over, "--out", "cut", "--threads", "3", "--json"];
  const asked: StudyQuestion = {
    over: { friction: { from: 0.05, to: 0.5, count: 20 }, "target.x": { from: 0.01, to: 0.035, count: 20 } },
  };
  const kept = async (): Promise<number> =>
    existsSync(join(cwd, "cut/study.db")) ? (await rowsIn(join(cwd, "cut"), asked)).length : 0;
  const log = join(cwd, "cut/study.db-wal");
  // its log tells how far a study is, on a machine of any speed, while nobody else may read its rows
  for (let size = 300_000; (await kept()) === 0; size *= 2) {
    const child = spawn(process.execPath, words, { cwd });
    const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
    const watch = setInterval(() => {
      if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > size) child.kill("SIGKILL");
    }, 2);
    await ended;
    clearInterval(watch);
  }
  expect(await kept()).toBeLessThan(400);
  const cut = spawnSync(process.execPath, words, { cwd, encoding: "utf8" });
  expect(cut.status, cut.stderr).toBe(0);
  expect(JSON.parse(cut.stdout)).toMatchObject({ items: 400, done: 400 });
  const alone = scratch();
  await sweepOf({ problem, source }, asked, { out: alone, threads: 1 });
  expect(await rowsIn(join(cwd, "cut"), asked)).toEqual(await rowsIn(alone, asked));
});
