import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problems } from "../../problems/index.js";
import { main } from "../../src/app/cli/main.js";
import { crawl } from "../fuzz/page/crawl.js";
import { browserForTests, noBrowser, served } from "./browser.js";

const site = join(import.meta.dirname, "../../dist/site");
const visit = browserForTests();
let url = "";
let server: Server | undefined;

beforeAll(async () => {
  ({ url, server } = await served(site));
});
afterAll(() => server?.close());

/** The badges that are shown, and what is said beside them. */
const badges = (page: Page): Promise<string[]> => page.locator(".badge").allTextContents();
const shows = (page: Page, text: string | RegExp): Promise<void> => page.locator(".badge", { hasText: text }).waitFor();

async function open(page: Page, link: string): Promise<void> {
  await page.goto(`${url}#problem=${link}`);
  const [name] = link.split("&");
  // the badge of the problem before may still be there
  await page.getByRole("heading", { level: 1, name: problems[name].problem.title }).waitFor();
  await page.locator(".badge").waitFor();
}

/** How far the page itself was scrolled, and how far it reaches beyond the window [px]. */
const scrolled = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const { scrollTop, scrollHeight } = document.documentElement;
    return [scrollTop, document.querySelector("#page")!.getBoundingClientRect().top, scrollHeight - innerHeight];
  });

describe.skipIf(noBrowser !== undefined)(`the page${noBrowser ? ` (left out: ${noBrowser})` : ""}`, () => {
  it("never scrolls on a desktop, only its panels do; scene and one chart are in the window", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720, webgl: true });
    const scripts = new Set<string>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith(".js")) scripts.add(pathname);
    });
    await open(page, "patch/curling");
    const chart = page.locator(".plots .chart:visible svg[role]").first();
    await chart.waitFor();
    // who only looks fetches no solver
    const sizes = [...scripts].map((path) => gzipSync(readFileSync(join(site, path))).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(450_000);
    expect([...scripts]).not.toContain("/worker.js");
    for (const [part, inside] of [
      [".side", true],
      [".panel > wa-tab-group", true],
      [".panel > .outcome", false],
      [".stage canvas", false],
      [".plots .chart:visible", false],
      [".bar", false],
    ] as const) {
      await page.locator(part).first().hover();
      await page.mouse.wheel(0, 4000);
      if (inside) await page.waitForFunction((selector) => document.querySelector(selector)!.scrollTop > 0, part);
      expect(await scrolled(page), part).toEqual([0, 0, 0]);
    }
    for (const part of [page.locator(".stage canvas"), chart]) {
      const { x, y, width, height } = (await part.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect([y >= 0, x + width <= 1280, y + height <= 720]).toEqual([true, true, true]);
      expect(height).toBeGreaterThan(120);
    }
    // the heading in which the block must end is turned beside it
    await page.getByRole("button", { name: /^Angle of block at the end/ }).press("ArrowUp");
    await page.waitForFunction(() => location.hash.includes("set.target.theta="));
    expect(complaints).toEqual([]);
  });

  it("says in one badge how it went, and keeps the last good motion where nothing better was found", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720 });
    await open(page, "rolling/ball-place");
    expect(await badges(page)).toEqual(["✓ solved"]);
    const x = page.getByRole("textbox", { name: "target.x", exact: true });
    // beyond every launch: how far beyond is said, and the shot that was found stays
    await x.fill("60");
    await x.press("Enter");
    await shows(page, /^✗ missed by \d+(\.\d+)? m$/);
    await page.getByRole("button", { name: "Show what was found" }).waitFor();
    await page.getByRole("slider", { name: "time", exact: true }).waitFor();
    await x.fill("");
    await x.press("Tab");
    await expect.poll(() => x.inputValue()).toBe("60");
    // the file holds the motion that is shown, not the one that missed
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /JSON/ }).click(),
    ]);
    const saved = JSON.parse(readFileSync((await download.path())!, "utf8")) as {
      status: string;
      replay: { set: object };
    };
    expect([saved.status, saved.replay.set]).toEqual(["solved", {}]);
    await shows(page, /^✗ missed by/);
    await page.getByRole("button", { name: "Undo" }).click();
    await shows(page, "solved");
    expect(await badges(page)).toHaveLength(1);
    const rolling = page.getByRole("textbox", { name: "launch.vx", exact: true });
    await expect.poll(() => rolling.inputValue()).toBe("1.535");
    // a setting that cannot be, and a problem that is refused
    await x.fill("1e9");
    await x.press("Enter");
    await page.locator(".badge:not(.good)").waitFor();
    expect(await badges(page)).toHaveLength(1);
    await open(page, "rolling/ball-as-printed");
    await shows(page, "not run");
    expect(await badges(page)).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it("holds the ends of sliders still, keeps handles inside them, and says that a link was copied", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720, webgl: true });
    await open(page, "feeder/reorient");
    const slider = page.locator("wa-slider").first();
    const ends = (): Promise<string[]> =>
      page
        .locator(".number")
        .first()
        .locator("input.end")
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    const before = await ends();
    const [low, high] = before.map(Number);
    // as far as the scene reaches, and no further
    expect(high - low).toBeLessThan(60);
    const { x, y, width, height } = (await slider.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    for (const share of [0.7, 1, 1.3, 0.2, 1.5]) {
      await page.mouse.move(x + width * share, y + height / 2);
      expect(await ends()).toEqual(before);
    }
    await page.mouse.up();
    expect(await ends()).toEqual(before);
    await page.waitForFunction(() => location.hash.includes("set."));
    const most = page.locator("input.end").nth(1);
    await most.fill(String(high + 1));
    await most.press("Enter");
    await expect.poll(ends).toEqual([before[0], String(high + 1)]);

    await open(page, "rolling/ball-place");
    const handle = page.getByRole("button", { name: /^Target of/ });
    await handle.hover();
    await page.mouse.down();
    await page.mouse.move(1279, 80, { steps: 3 });
    await page.locator(".viewer-range:not([hidden])").waitFor();
    await page.mouse.up();
    await page.waitForFunction(() => location.hash.includes("set.target"));
    const set = new URLSearchParams(new URL(page.url()).hash.slice(1));
    for (const axis of ["x", "y"]) expect(Math.abs(Number(set.get(`set.target.${axis}`) ?? 0))).toBeLessThan(10);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.locator(".notice").waitFor();
    expect(complaints).toEqual([]);
  });

  it("finds problems by words of their stories, plays by itself, and knows keys", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720, plays: true });
    await open(page, "exact/bank");
    // the list shows what is open
    const inList = async (): Promise<boolean> =>
      page.locator(".side a[aria-current]").evaluate((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(inList).toBe(true);
    await page.getByRole("button", { name: "Pause" }).waitFor();
    expect(await page.getByRole("button", { name: "Loop" }).getAttribute("aria-pressed")).toBe("true");
    await page.locator("h1").click();
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const clock = page.getByRole("slider", { name: "time", exact: true });
    const before = Number(await clock.inputValue());
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => Number(await clock.inputValue())).not.toBe(before);
    const search = page.getByRole("searchbox", { name: "Search problems" });
    const found = (): Promise<string[]> => page.locator(".list li b").allTextContents();
    for (const [words, name] of [
      ["robot", "two-link-throw"],
      ["robot", "arm-box"],
      ["throw", "toss"],
      ["billiards", "bank"],
      ["wall", "bank-shot"],
    ]) {
      await search.fill(words);
      await expect.poll(found, { message: words }).toContain(name);
    }
    await search.fill("fifteen balls");
    await expect.poll(found).toEqual(["break"]);
    await search.press("Enter");
    await page.waitForFunction(() => location.hash.includes("billiards/break"));
    await open(page, "rolling/ball-place&set.target.x=0.9");
    await shows(page, "solved");
    await page.locator("h1").click();
    const field = page.getByRole("textbox", { name: "target.x", exact: true });
    await field.fill("0.8");
    await field.press("Enter");
    await page.waitForFunction(() => location.hash.includes("0.8"));
    await page.locator("h1").click();
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => location.hash.includes("0.9"));
    await page.keyboard.press("Control+y");
    await page.waitForFunction(() => location.hash.includes("0.8"));
    expect(complaints).toEqual([]);
  });

  it("shows every launch beside the scene, draws the one that is pointed at, and opens the chosen one from its link", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720, webgl: true });
    await open(page, "impact/ball-bounce-coarse");
    await page.getByRole("button", { name: "Find all launches" }).click();
    const cards = page.getByRole("complementary", { name: "Motions that were found" }).getByRole("button");
    await expect.poll(() => cards.count()).toBe(3);
    const frames = (): Promise<number> =>
      page.locator(".viewer").evaluate((one) => Number((one as HTMLElement).dataset.frames));
    const before = await frames();
    await cards.nth(2).hover();
    await expect.poll(frames).toBeGreaterThan(before);
    await cards.nth(2).click();
    await expect.poll(() => cards.nth(2).getAttribute("aria-pressed")).toBe("true");
    const speed = page.locator(".facts dd").first();
    await shows(page, "solved");
    // at once, not when the run from the chosen launch has ended
    expect(page.url()).toContain("launch=1.1167");
    const told = await speed.textContent();
    await page.reload();
    await shows(page, "solved");
    expect(await speed.textContent()).toBe(told);
    // a chart that the next problem does not have leaves its place to the first one
    await page.getByRole("button", { name: "Find all launches" }).click();
    await page.getByRole("tab", { name: "Launches side by side" }).click();
    await page.locator(".plots .chart:visible svg[role]").first().waitFor();
    await open(page, "rolling/ball-place");
    await page.locator(".plots wa-tab-panel[active] .chart:visible svg[role]").first().waitFor();
    expect(complaints).toEqual([]);
  });

  it("keeps motions and measured ones beside the one that is shown, with their values, and goes back to them", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720, webgl: true });
    await open(page, "rolling/ball-place");
    const keep = page.getByRole("button", { name: "Keep to compare" });
    await keep.click();
    const target = page.getByRole("textbox", { name: "target.x", exact: true });
    await target.fill("1.3");
    await target.press("Enter");
    await page.waitForFunction(() => location.hash.includes("1.3"));
    await shows(page, "solved");
    const cells = async (name: string): Promise<string[]> => {
      const row = page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });
      return (await row.getByRole("cell").allTextContents()).map((cell) => cell.trim());
    };
    await page.getByRole("tab", { name: "Compare (1)" }).click();
    expect(await cells("end.x")).toEqual(["1.3", "1"]);
    // a camera that saw the ball stand 3 cm above the one that is shown, and where it begins
    const frames = [0, 0.001, 0.002].map((t) => `${t},0,0.03,0.05`);
    const table = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
    const input = page.getByLabel("File to import");
    await input.setInputFiles(table("camera.csv", ["t,x,y,z", ...frames].join("\n")));
    await page.getByRole("tab", { name: "Compare (2)" }).waitFor();
    const [, , camera] = await cells("apart, at most");
    expect(Number(camera)).toBeCloseTo(0.03, 2);
    await page.getByRole("button", { name: "as declared", exact: true }).click();
    await page.waitForFunction(() => !location.hash.includes("1.3"));
    await shows(page, "solved");
    await expect.poll(() => cells("end.x")).toEqual(["1", "1", ""]);
    await page.getByRole("button", { name: "Let go of camera.csv" }).click();
    await page.getByRole("tab", { name: "Compare (1)" }).waitFor();
    // motions along a slider, and their curve comes to the front
    await page.getByRole("tab", { name: "Parameters" }).click();
    await page.getByRole("button", { name: "Show the family over target.y" }).click();
    await page
      .getByRole("region", { name: "Family" })
      .getByRole("img", { name: /^Curve from/ })
      .waitFor();
    await page.getByRole("button", { name: "Let go of the family" }).click();
    await input.setInputFiles(table("bad.csv", "t,x\n0,1\n1,a"));
    expect(await page.locator(".complaint").textContent()).toContain('bad.csv, line 3: x is "a", not a number.');
    expect(complaints).toEqual([]);
  });

  it("lists a file of one's own, reads it again when it is saved, and tells its mistakes beside the last good motion", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bankshot-"));
    const save = (name: string, end = ""): void =>
      writeFileSync(
        join(folder, "own.ts"),
        `import { problem as place } from "bankshot/problems/rolling/ball-place";
export const problem = { ...place, title: "${name}" };${end}\n`,
      );
    save("One of my own");
    const interruption = new AbortController();
    let out = "";
    const code = main(["open", "own.ts", "--no-open", "--no-build", "--port", "0"], {
      out: (text) => {
        out += text;
      },
      err: () => {},
      colours: false,
      live: false,
      cwd: folder,
      signal: interruption.signal,
    });
    await expect.poll(() => out).toContain("http:");
    const { page, complaints } = await visit({ width: 1280, height: 720 });
    await page.goto(/http:\S+/.exec(out)![0]);
    await shows(page, "solved");
    const listed = page.getByRole("region", { name: "your own" }).getByRole("link");
    await expect.poll(() => listed.textContent()).toMatch(/own\.ts\s*One of my own/);
    await page.getByRole("link", { name: "Documentation" }).first().waitFor();
    save("Saved again");
    await page.getByRole("heading", { level: 1, name: "Saved again" }).waitFor();
    await expect.poll(() => listed.textContent()).toContain("Saved again");
    save("Wrong", "\nnothing;");
    await shows(page, "not run");
    await page.getByText("own.ts:3: nothing is not defined. The scene keeps the last motion.").waitFor();
    await page.getByRole("slider", { name: "time", exact: true }).waitFor();
    save("Mended");
    await page.getByRole("heading", { level: 1, name: "Mended" }).waitFor();
    await shows(page, "solved");
    expect(complaints).toEqual([]);
    interruption.abort();
    await code;
    rmSync(folder, { recursive: true });
  });

  it("stays honest when sliders, handles and the wheel are pushed to their ends, and goes back to its start", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720, webgl: true });
    expect(await crawl(page, url, "rolling/ball-place", { sliders: 2, handles: 2 })).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
