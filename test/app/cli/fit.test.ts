import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { bankshot } from "./run.js";

const folder = mkdtempSync(join(tmpdir(), "bankshot-fit-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const text = `import { last } from "bankshot";
import { problem as belt } from "bankshot/problems/drives/belt";
export const problem = { ...belt, name: "slide" };
export const fit = {
  measured: { x: { of: last("block.x"), noise: 1e-3 } },
  shared: { friction: { guess: 0.3 } },
  each: { "block.v": { guess: 1 } },
};`;
const question = file("slide.ts", text);
/** A block that slides on a table: 1 m/s, slowed by friction .4. */
const rows = Array.from({ length: 20 }, (_, i) => 0.01 * i);
const slide = file(
  "slide.csv",
  `t,x,frame,camera\n${rows.map((t, i) => `${t},${t - 0.5 * 0.4 * 9.81 * t ** 2},${i},left`).join("\n")}\n`,
);
const settings = ["--set", "belt.v=0", "--set", "time=0.2", "--set", "grid.steps=40"];

describe("fit", () => {
  it("prints estimates with their intervals, and one object with --json", async () => {
    const told = await bankshot(["fit", question, "--data", slide, ...settings]);
    expect(told.code, told.err).toBe(0);
    // columns that nobody asks of may be there, words or numbers
    expect(told.out).toContain("Nothing is asked of column frame.");
    expect(told.out).toMatch(/friction\s+0\.3999\d*\s+1\s+0\.378\d* … 0\.421\d*/);
    const folder2 = join(folder, "out");
    const argv = ["fit", question, "--data", slide, slide, ...settings, "--json", "--out", folder2];
    const { code, out } = await bankshot(argv);
    expect(code).toBe(0);
    // the page has the motions, each with its recording as a ghost, and the numbers stand beside it
    const page = readFileSync(join(folder2, "report.html"), "utf8");
    const data = page.match(/<script type="application\/json" id="data">(.*?)<\/script>/s)?.[1] ?? "";
    const { motions, figures } = JSON.parse(data.replaceAll("\\u003c", "<")) as {
      motions: { name: string; ghosts: { t: number[] }[] }[];
      figures: { title: string }[];
    };
    expect(motions.map(({ ghosts }) => ghosts.length)).toEqual([1, 1]);
    expect(motions[0].ghosts[0].t.at(-1)).toBeCloseTo(0.19, 9);
    expect(figures.map(({ title }) => title)).toEqual(["Residuals", "Column x"]);
    expect(page).toContain("npx bankshot fit");
    expect(JSON.parse(readFileSync(join(folder2, "fit.json"), "utf8"))).toMatchObject({ status: "solved" });
    const { status, estimates, recordings, correlation, residuals } = JSON.parse(out) as Record<string, never>;
    expect(status).toBe("solved");
    expect((estimates as Record<string, { value: number }>).friction.value).toBeCloseTo(0.4, 3);
    expect(recordings).toHaveLength(2);
    expect(correlation).toEqual({ friction: { friction: 1 } });
    expect((residuals as Record<string, number>).x).toBeLessThan(1e-5);
  });

  it.each([
    ["a problem that asks nothing", ["rolling/disk", "--data", slide], /rolling\/disk asks nothing of recordings/],
    ["no data", [question], /needs recordings/],
    ["a file that is not there", [question, "--data", "nowhere.csv"], /no file .*nowhere\.csv/],
    [
      "a ragged file",
      [question, "--data", file("ragged.csv", "t,x\n0,1\n1\n")],
      /ragged\.csv, line 3: there is 1 cell where the header has 2\.$/m,
    ],
    [
      "a comma in a number",
      [question, "--data", file("commas.csv", "t;x\n0;1\n0,1;2\n")],
      /line 3: t is "0,1", write numbers with a point\.$/m,
    ],
    [
      "a word for a number",
      [question, "--data", file("word.csv", "t,x\n0,1\n1,much\n")],
      /line 3: x is "much", not a number/,
    ],
    ["an empty file", [question, "--data", file("empty.csv", "t,x\n")], /no rows below its header/],
    ["two columns of one name", [question, "--data", file("twice.csv", "t,x,x\n0,1,1\n")], /two columns "x"/],
    ["no times", [question, "--data", file("timeless.csv", "x\n0\n1\n")], /no column t of times among x;/],
    [
      "an empty cell",
      [question, "--data", file("hole.csv", "t,x\n0,1\n1,\n")],
      /line 3: x is empty, leave the row out\.$/m,
    ],
    ["numbers for a header", [question, "--data", file("bare.csv", "0,0\n1,1\n")], /bare\.csv, line 1: .* header/],
    [
      "a comma in every number",
      [question, "--data", file("both.csv", "t,x\n0,0,0,1\n")],
      /line 2: there are 4 cells .*a comma in a/,
    ],
    ["another coding", [question, "--data", file("wide.csv", "t,\0x\0\n0,1\n")], /wide\.csv is no UTF-8/],
    [
      "a clock in milliseconds",
      [question, "--data", file("ms.csv", "t,x\n0,0\n100,1\n500,2\n")],
      /ms\.csv lasts 500 s, and the motion of the problem .* s: give its times their unit/,
    ],
    [
      "time that goes back",
      [question, "--data", file("back.csv", "t,x\n0,0\n\n2,1\n1,2\n")],
      /back\.csv, line 5: the time 1 s is not after that of the row before, 2 s/,
    ],
    [
      "a formula of no state",
      [file("state.ts", text.replace("block.x", "block.q")), "--data", slide],
      /fit\.measured\.x: There is no state "block\.q"/,
    ],
    [
      "a unit of no column",
      [file("unit.ts", text.replace("shared:", 'units: { y: "mm" }, shared:')), "--data", slide],
      /fit\.units, .*slide\.csv: There is no column "y"/,
    ],
    ["a column that is not there", [question, "--data", file("no.csv", "t,y\n0,0\n1,1\n")], /There is no column "x"/],
  ])("refuses %s in one sentence", async (_, argv, sentence) => {
    const { code, err } = await bankshot(["fit", ...argv]);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });
});
