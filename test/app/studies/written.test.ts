import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { problem as bounce } from "../../../problems/impact/ball-bounce-coarse.js";
import { problem } from "../../../problems/rolling/disk.js";
import { csv } from "../../../src/app/run/csv.js";
import { solve } from "../../../src/motion/solve.js";
import type { StudyQuestion } from "../../../src/motion/study/study.js";
import { type StudyRow, studyMotion, studyRows, sweep } from "../../../src/studies.js";
import { bankshot, scratch } from "../cli/run.js";

const study = { problem: "rolling/disk", over: { friction: [0.1, 0.2] }, where: ["launch.v in ..0.925"], seed: 4 };

describe("a study from a file", () => {
  const cwd = scratch();
  const put = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
  const run = (...words: string[]) => bankshot(["sweep", ...words, "--threads", "1", "--json"], { cwd });
  const problemText = 'import { problem } from "bankshot/problems/rolling/disk";\n';

  it.each<[string, string]>([
    ["plain.json", JSON.stringify(study)],
    ["named.ts", `export const study = ${JSON.stringify(study)};`],
    ["holds.ts", `${problemText}export const study = { ...${JSON.stringify(study)}, problem };`],
    [
      "beside.ts",
      `${problemText}export { problem };\nexport const study = { over: { friction: [0.1, 0.2] }, where: ["launch.v in ..0.925"], seed: 4 };`,
    ],
  ])("%s is the same study as its words, in a folder of its own name", async (name, text) => {
    put(name, text);
    const { out, err } = await run(name);
    const words = ["--over", "friction=.1,.2", "--where", "launch.v in ..0.925", "--seed", "4", "--out", "words"];
    const told = JSON.parse((await run("rolling/disk", ...words)).out) as Record<string, unknown>;
    expect(JSON.parse(out), err).toEqual({ ...told, study: name.split(".")[0], seconds: expect.any(Number) });
    expect(told).toMatchObject({ items: 2, passed: 1 });
  });

  it("leads to its motions by its own file where that holds the problem", async () => {
    put("inside.ts", `${problemText}export const study = { problem, over: { friction: [0.1, 0.2] } };`);
    expect((await run("inside.ts")).code).toBe(0);
    expect(readFileSync(join(cwd, "inside/report.html"), "utf8")).toContain("npx bankshot open inside.ts</code>");
    const { code, out, err } = await bankshot(["solve", "inside.ts", "--json"], { cwd });
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ problem: "rolling/disk", status: "solved" });
  });

  it("gives way to words, name by name", async () => {
    put("some.json", JSON.stringify({ ...study, set: { mass: 2 } }));
    const { out, err } = await run("some.json", "--over", "mass=1,2,3", "--where", "launch.v in ..9", "--out", "more");
    expect(JSON.parse(out), err).toMatchObject({ study: "more", items: 6, passed: 6 });
  });

  it.each<[string, string, RegExp]>([
    [
      "no problem",
      '{"over":{"friction":[1]}}',
      /^some\.json: the problem of a study is a name, a file, or a problem\.\n$/,
    ],
    ["an unknown problem", '{"problem":"rolling/disc","over":{"friction":[1]}}', /did you mean rolling\/disk\?/],
    [
      "an unknown field",
      '{"problem":"rolling/disk","over":{"friction":[1]},"sampels":3}',
      /no field "sampels"; did you mean samples/,
    ],
    [
      "a crossed range",
      '{"problem":"rolling/disk","over":{"friction":{"from":1,"to":0}}}',
      /friction goes from 1 to 0/,
    ],
  ])("is refused with %s", async (_, text, why) => {
    put("some.json", text);
    const { code, err } = await run("some.json", "--out", "none");
    expect(err).toMatch(why);
    expect(code).toBe(2);
  });
});

it("exports rows as Parquet, with null for what does not exist, and keeps every motion to its last digit", async () => {
  const out = scratch();
  const over = { friction: [0.4, 0.325, 0.1] };
  await sweep(problem, {
    ...{ over, set: { mass: 1 } },
    trajectories: true,
    out,
    export: ["parquet"],
    threads: 1,
  });
  const bytes = readFileSync(join(out, "study.parquet"));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const table = await parquetReadObjects({ file });
  let item = 0;
  for await (const { settings, status, values, message } of studyRows(out)) {
    const end = values["end.x"] ?? null;
    const step = values["stick.step"] ?? null;
    expect(table[item]).toMatchObject({ item, status, message, "end.x": end, "stick.step": step, ...settings });
    item++;
  }
  expect(table.map((row) => row["stick.step"] === null)).toEqual([false, false, true]);
  // the middle one starts as declared
  const { trajectory } = await solve(problem, { set: { friction: 0.325, mass: 1 } });
  expect(await studyMotion(out, 1)).toBe([...csv(trajectory)].join(""));
  expect(await studyMotion(out, 3)).toBeUndefined();
  // a folder without motions is another study: they would be missing
  await expect(sweep(problem, { over, set: { mass: 1 }, out, threads: 1 })).rejects.toThrow(
    /its trajectories was true/,
  );
});

describe("a study that searches", () => {
  it("searches items for every launch: the one that passes is theirs, and the others are told", async () => {
    const search = { all: true, scan: { name: "launch.vz", from: -4.02, to: -3.92 }, samples: 25 };
    const where = ["launches in 3..3", "launch.vz in -3.975..-3.96"];
    const out = scratch();
    const asked = { over: { "target.x": [0.35, 0.4] }, search, where };
    const result = await sweep(bounce, { ...asked, out, threads: 1 });
    expect(result).toMatchObject({ items: 2, solved: 2, passed: 2 });
    const rows: StudyRow[] = [];
    for await (const row of studyRows(out)) rows.push(row);
    // an independent solution of the discrete problem, as its page says
    const roots = [-3.982412, -3.971128, -3.945346];
    for (const { values, launch, run } of rows) {
      const told = roots.map((root, k) => (values[`launch.vz.${k + 1}`] ?? 0) - root);
      expect(Math.max(...told.map(Math.abs))).toBeLessThan(1e-6);
      expect([values.launches, values["launch.vz"], run.from]).toEqual([3, values["launch.vz.2"], null]);
      expect(launch).toContain(values["launch.vz.2"]);
    }
    const again = sweep(bounce, { ...asked, search: { ...search, samples: 30 }, out, threads: 1 });
    await expect(again).rejects.toThrow(/its search was \{"all":true/);
  });

  it.each<[string, Partial<StudyQuestion>, RegExp]>([
    ["of what is not solved", { verb: "simulate", search: { all: true } }, /^Launches are searched by solve/],
    ["of nothing", { search: { samples: 3 } }, /give all or branch beside them\.$/],
    [
      "of what is not freed",
      { search: { all: true, scan: { name: "mass", from: 1, to: 2 } } },
      /no freed parameter "mass"/,
    ],
    ["of a branch that means nothing", { search: { branch: "sideways" } }, /^branch must be a count/],
  ])("refuses a search %s", async (_, asked, why) => {
    const out = join(scratch(), "none");
    await expect(sweep(bounce, { over: { friction: [0.1, 0.2] }, ...asked, out, threads: 1 })).rejects.toThrow(why);
    expect(existsSync(out)).toBe(false);
  });
});
