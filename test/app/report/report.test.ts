import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ReportData } from "../../../src/app/report/charts/figures.js";
import { thin } from "../../../src/app/report/charts/thin.js";
import { axisRange } from "../../../src/app/report/client/theme.js";
import { html, inlineJson, inlineScript } from "../../../src/app/report/html.js";
import { bankshot, scratch } from "../cli/run.js";
import { cartFile } from "../cli/user-problem.js";

interface Written {
  readonly page: string;
  readonly data: ReportData;
  readonly csv: string[];
  readonly code: number;
}

async function written(cwd: string, argv: readonly string[]): Promise<Written> {
  const { code, err } = await bankshot([...argv, "--out", "out"], { cwd });
  expect(err).toBe("");
  const page = readFileSync(join(cwd, "out/report.html"), "utf8");
  const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)![1]);
  const csv = readFileSync(join(cwd, "out/trajectory.csv"), "utf8").trimEnd().split("\n");
  return { page, data, csv, code };
}

const kinds = ({ figures }: ReportData) => figures.map(({ kind, title }) => `${kind}: ${title}`);

describe("the report of a solved problem", () => {
  let disk: Written;
  beforeAll(async () => {
    disk = await written(scratch(), ["solve", "rolling/disk"]);
  });

  it("needs nothing but itself", () => {
    const { page } = disk;
    const markup = page.replace(/<script.*?<\/script>/gs, "");
    expect(markup).not.toMatch(/\b(src|href|action|srcset)=/);
    expect(markup).not.toMatch(/@import|url\(/);
    expect(/<script[^>]+src=|<link/.test(page)).toBe(false);
    expect(page.includes("default-src &#39;none&#39;")).toBe(true);
    expect(page.length).toBeLessThan(1.5e6);
  });

  it("holds values, expected ones, certificate, parameters and the command in plain text", () => {
    const { page } = disk;
    for (const text of [
      "1.25217309",
      "closed form of the backward Euler scheme",
      "Penetration",
      "moment of inertia",
      "bankshot solve rolling/disk",
      "✓ solved",
    ])
      expect(page.includes(text)).toBe(true);
  });

  it("draws what a planar body has, and no friction plane", () => {
    expect(kinds(disk.data)).toEqual([
      "path: Path in the plane",
      "series: Position over time",
      "series: Angle over time",
      "series: Slip speed",
      "series: Friction at plane",
      "series: Normal force",
      "series: Mechanical energy",
      "residuals: Residual history",
    ]);
    const path = disk.data.figures[0];
    if (path.kind !== "path") throw new Error("not a path");
    expect(path.marks.map(({ label }) => label)).toEqual(["start", "end", "target"]);
    expect(path.marks[2].x).toBeCloseTo(0.02, 12);
    expect(new Set(path.bodies[0].state)).toEqual(new Set(["slips", "sticks"]));
  });

  it("has a heading and a caption for every figure", () => {
    expect(disk.page.match(/<figure /g)).toHaveLength(1 + disk.data.figures.length);
    expect(disk.page.includes('<figure class="wide" aria-labelledby="motion">')).toBe(true);
    disk.data.figures.forEach((_, i) => {
      expect(disk.page.includes(`<figure class="${i < 1 ? "wide" : ""}" aria-labelledby="figure${i}">`)).toBe(true);
    });
  });

  it("comes with the motion as a table: a header and N + 1 rows", () => {
    const { csv } = disk;
    expect(csv).toHaveLength(1 + 23);
    expect(csv[0].split(",").slice(0, 2)).toEqual(["t", "disk.x"]);
    for (const line of csv) expect(line.split(",")).toHaveLength(csv[0].split(",").length);
    expect(csv.join("\n")).not.toContain("NaN");
  });
});

describe("other reports", () => {
  it("shows the closest motion and the open rows where there is no solution", async () => {
    const { page, data, code } = await written(scratch(), ["solve", "rolling/ball-place", "--set", "target.x=50"]);
    expect(code).toBe(1);
    expect(page.includes("✗ infeasible")).toBe(true);
    expect(page.includes("Worst rows")).toBe(true);
    expect(kinds(data)).toContain("cone: Friction direction at table");
    expect(page.includes("bankshot solve rolling/ball-place --set target.x=50")).toBe(true);
  });

  it("is written for a run that was broken off, too", async () => {
    const cwd = scratch();
    const long = ["solve", "rolling/ball-place", "--set", "grid.steps=20000", "--set", "grid.h=5e-5", "--out", "out"];
    expect(await bankshot(long, { cwd, signal: AbortSignal.abort() })).toMatchObject({ code: 1, err: "" });
    const page = readFileSync(join(cwd, "out/report.html"), "utf8");
    expect(page.includes("✗ cancelled")).toBe(true);
    expect(page.replace(/<script.*?<\/script>/gs, "").includes("NaN")).toBe(false);
    expect(JSON.parse(readFileSync(join(cwd, "out/result.json"), "utf8")).status).toBe("cancelled");
  });

  it("sees the pyramid", async () => {
    const { data } = await written(scratch(), ["simulate", "rolling/ball-roll-pyramid"]);
    expect(data.figures.find(({ kind }) => kind === "cone")).toMatchObject({ shape: "square" });
  });

  it("thins long motions out, and keeps where they change", async () => {
    const { page, data, csv } = await written(scratch(), [
      "simulate",
      "rolling/ball-roll",
      "--set",
      "grid.steps=10000",
      "--set",
      "grid.h=1e-4",
    ]);
    expect(csv).toHaveLength(10_002);
    expect(page.length).toBeLessThan(1.5e6);
    expect(data.t.length).toBeLessThan(2000);
    expect(data.t.at(-1)).toBeCloseTo(1, 9);
    const path = data.figures[0];
    if (path.kind !== "path") throw new Error("not a path");
    const turn = path.bodies[0].state.indexOf("sticks");
    expect(data.step[turn] - data.step[turn - 1]).toBe(1);
  });

  it("draws the states over time where a model has its own names, and escapes what users write", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "cart.ts"), cartFile);
    const { page, data } = await written(cwd, ["solve", "cart.ts"]);
    expect(kinds(data).slice(0, 2)).toEqual(["series: position over time", "series: speed over time"]);
    expect(page.includes("<b>")).toBe(false);
    expect(page.includes("A cart &lt;/script&gt;&lt;b&gt;&amp; more&lt;/b&gt;")).toBe(true);
  });
});

/** All files that a file needs when it runs; imports of types are gone by then. */
function needs(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, , from] of text.matchAll(/^(import(?! type)|export(?! type)) [^;]*?from "([^"]+)";/gms))
    if (from.startsWith(".")) needs(resolve(file, "..", from.replace(/\.js$/, ".ts")), found);
    else found.add(from);
  return found;
}

describe("parts", () => {
  it("need nothing of Node, so that a page in a browser can make a report, too", () => {
    const root = resolve(import.meta.dirname, "../../../src/app/report");
    const needed = [...needs(join(root, "compose.ts"))];
    expect(needed.length).toBeGreaterThan(50);
    const packages = [...new Set(needed)].filter((name) => !name.startsWith("/"));
    const known = ["jsep", "ml-matrix", "quickhull3d/dist/quickhull3d.js"];
    expect(known).toEqual(expect.arrayContaining(packages));
  });

  it("escapes texts, keeps markup", () => {
    expect(html`<p title="${'"'}">${"<b>&'"}${html`<i>${1}</i>`}</p>`.html).toBe(
      '<p title="&quot;">&lt;b&gt;&amp;&#39;<i>1</i></p>',
    );
    expect(inlineJson({ a: "</script><!--" }).html).not.toContain("<");
    expect(inlineScript("'</script>'").html).toBe("'<\\/script>'");
  });

  it("thins to ends, extremes and what else matters", () => {
    const column = Float64Array.from({ length: 100_000 }, (_, k) => (k === 777 ? 9 : 0));
    const kept = thin(
      column.map((_, k) => k),
      [column],
      [31_415],
    );
    for (const k of [0, 777, 31_415, 99_999]) expect(kept).toContain(k);
    expect(kept.length).toBeLessThan(2000);
    expect(kept).toEqual([...kept].sort((a, b) => a - b));
    expect(thin([0, 1, 2, 3, 4], [], [])).toEqual([0, 1, 2, 3, 4]);
  });

  it("does not blow rounding errors up to fill an axis", () => {
    const [low, high] = axisRange([2, 2 + 1e-13, 2 - 1e-13], false);
    expect(high - low).toBeGreaterThan(0.1);
    expect(axisRange([], true)).toEqual([0, 1]);
    expect(axisRange([1, 3], true)[0]).toBe(0);
  });
});
