import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problem } from "../../problems/rolling/disk.js";
import { toJson } from "../../src/app/run/saved/problem-json.js";
import { sweepOf } from "../../src/app/studies/sweep.js";
import { findings } from "./axe.js";
import { browserForTests, noBrowser, served } from "./browser.js";

const root = join(import.meta.dirname, "../..");
const pictures = join(root, "test/output/study");
const folder = mkdtempSync(join(tmpdir(), "bankshot-"));
const visit = browserForTests();
afterAll(() => rmSync(folder, { recursive: true }));

/** A grid of 35 launches, of which nothing is solved at 40 m. */
const over = { "target.x": [0.015, 0.02, 0.025, 0.03, 40], friction: { from: 0.5, to: 4, count: 7 } };

/** Types into a field and leaves it. */
async function type(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

/** Drags along a line of the page. */
async function drag(
  page: Page,
  place: { x: number; y: number; width: number; height: number },
  from: number,
  to: number,
) {
  const y = place.y + place.height / 2;
  await page.mouse.move(place.x + from * place.width, y);
  await page.mouse.down();
  await page.mouse.move(place.x + to * place.width, y, { steps: 5 });
  await page.mouse.up();
}

// needs a browser: without one the reason stands in the name
describe.skipIf(noBrowser !== undefined)(`the page of a study${noBrowser ? ` (left out: ${noBrowser})` : ""}`, () => {
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    const source = { name: "rolling/disk" };
    const question = { over, where: ["launch.v in 1..1.3"] };
    await sweepOf({ problem, source }, question, { out: folder, threads: 1, export: ["json"] });
  });

  it("draws every panel from disk in light and dark, chooses items, and links to motions", async () => {
    const { page, complaints } = await visit();
    await page.goto(pathToFileURL(join(folder, "report.html")).href);
    for (const name of [/launch\.v over/, /Distribution of/, /over target\.x|over friction/, /Parallel/, /Correlation/])
      await page.getByRole("img", { name }).first().waitFor();
    await page.getByRole("heading", { name: "Not solved", exact: true }).waitFor();
    const link = page.getByRole("table").getByRole("link").first();
    expect(await link.getAttribute("href")).toMatch(
      /^http:\/\/localhost:4321\/#problem=rolling\/disk&verb=solve&set\.target\.x=/,
    );
    const bars = page.getByRole("img", { name: /Distribution of/ }).locator(".track");
    await bars.scrollIntoViewIfNeeded();
    const box = await bars.boundingBox();
    if (box === null) throw new Error("The histogram has no place to drag in.");
    await drag(page, box, 0.05, 0.5);
    await page.getByText(/^\d+ items are chosen/).waitFor();
    await page.getByRole("button", { name: /✕/ }).click();
    await page.getByText(/^Drag across the histogram/).waitFor();
    // points of a map, of two numbers with their front, and lines across axes open motions with exactly their settings
    await page
      .locator("label", { hasText: /^front/ })
      .locator("select")
      .selectOption("both small");
    await page.evaluate("globalThis.opened = []; globalThis.open = (address) => void opened.push(address)");
    const lines = page.getByRole("img", { name: /Parallel/ });
    const position = await lines
      .locator("path[d^=M]")
      .first()
      .evaluate((path) => {
        const { x, y } = (
          path as unknown as { getPointAtLength(at: number): { x: number; y: number } }
        ).getPointAtLength(20);
        return { x, y };
      });
    const map = page.getByRole("img", { name: / over target\.x and friction$/ });
    const front = page.getByRole("img", { name: /^launch\.v over target\.x$/ });
    for (const point of [map.locator("path[transform]").last(), front.locator("circle").first()]) {
      await point.hover({ force: true });
      await point.click({ force: true });
    }
    await lines.click({ position });
    const opened = (await page.evaluate("opened")) as string[];
    expect(opened).toHaveLength(3);
    for (const address of opened)
      expect(address).toMatch(/#problem=rolling\/disk&verb=solve&set\.target\.x=[\d.]+&set\.friction=[\d.]+/);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(pictures, `${colorScheme}.png`), fullPage: true });
      expect(await findings(page), colorScheme).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it("is computed in workers of the page by keys alone, stopped, changed, and shows the motion of a point", async () => {
    const { url, server } = await served(join(root, "dist/site"), "/");
    try {
      const { page, complaints } = await visit({ width: 1100 });
      await page.goto(`${url}#problem=rolling/disk`);
      await page.getByRole("button", { name: "Study over friction" }).focus();
      await page.keyboard.press("Enter");
      const form = page.getByRole("dialog", { name: /^Study of Launch a spinning disk/ });
      expect(await form.getByLabel("First value").inputValue()).toBe("friction");
      await form.getByLabel("Second value").selectOption("target.x");
      const values = form.getByLabel("values", { exact: true });
      await type(values.first(), "60");
      await form.getByLabel("What is as asked").selectOption("launch.v");
      await form.getByRole("button", { name: "Compute" }).press("Enter");
      await form.getByText(/780 motions, and a page computes at most 500/).waitFor();
      await type(values.first(), "4");
      await type(values.last(), "3");
      await form.getByLabel("from", { exact: true }).last().fill("1");
      await form.getByLabel("from", { exact: true }).last().press("Enter");
      const result = page.getByRole("dialog", { name: /^Study: Launch a spinning disk/ });
      await result
        .getByRole("img", { name: /launch\.v over/ })
        .first()
        .waitFor();
      await result.getByRole("img", { name: /Parallel/ }).waitFor();
      expect(await result.locator(".facts").textContent()).toMatch(/^items12as asked/);
      await result.getByRole("button", { name: "Change" }).press("Enter");
      await form.getByRole("button", { name: "Show the last one" }).waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findings(page), colorScheme).toEqual([]);
        await page.screenshot({ path: join(pictures, `form-${colorScheme}.png`) });
      }
      await type(values.first(), "160");
      await form.getByRole("button", { name: "Compute" }).press("Enter");
      await form.getByRole("button", { name: /^Stop/ }).press("Enter");
      // stopped before the first answer there is nothing to show; of what is done there is a page
      await form.getByRole("button", { name: "Compute" }).or(result.locator(".facts")).first().waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Study over friction" }).press("Enter");
      await form.getByRole("button", { name: "Show the last one" }).press("Enter");
      const link = result.getByRole("table").getByRole("link").first();
      const words = new URLSearchParams(((await link.getAttribute("href")) ?? "").slice(1));
      await link.press("Enter");
      await result.waitFor({ state: "detached" });
      await expect
        .poll(() => new URLSearchParams(new URL(page.url()).hash.slice(1)).get("set.friction"))
        .toBe(words.get("set.friction"));
      expect(complaints).toEqual([]);
    } finally {
      server.close();
    }
  });

  it("opens in the playground from its file, where a point shows its motion, and refuses a file that is broken", async () => {
    const { url, server } = await served(join(root, "dist/site"), "/");
    try {
      const { page, complaints } = await visit();
      await page.goto(`${url}#problem=rolling/ball-place`);
      const input = page.getByLabel("File to import");
      const text = readFileSync(join(folder, "study.json"), "utf8");
      const put = (given: string): Promise<void> =>
        input.setInputFiles({ name: "study.json", mimeType: "application/json", buffer: Buffer.from(given) });
      await put(text.replace('"passed":true', '"passed":"yes"'));
      await page
        .getByText(/passed must be true or false/)
        .first()
        .waitFor();
      await put(text);
      await page.getByRole("dialog", { name: /^Study: Launch a spinning disk/ }).waitFor();
      await page.getByRole("img", { name: /Parallel/ }).waitFor();
      await page.screenshot({ path: join(pictures, "playground.png") });
      // every place of a map is an item's, however far its point is
      const map = page.getByRole("img", { name: / over target\.x and friction$/ });
      await map.scrollIntoViewIfNeeded();
      const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
      const position = { x: width / 2, y: height / 2 };
      await map.hover({ position });
      await map.click({ position });
      await page.getByRole("heading", { level: 1, name: problem.title }).waitFor();
      await page.getByRole("dialog", { name: /^Study/ }).waitFor({ state: "detached" });
      const words = new URLSearchParams(new URL(page.url()).hash.slice(1));
      expect(["0.03", "40"]).toContain(words.get("set.target.x"));
      // a problem of one's own is in the file
      const own = { ...JSON.parse(toJson({ ...problem, title: "A disk of my own" })) };
      const mine = JSON.parse(text) as { study: { problem: unknown }; about: { title: string } };
      mine.study.problem = { json: JSON.stringify(own) };
      mine.about.title = "A disk of my own";
      await put(JSON.stringify(mine));
      await page.getByRole("dialog", { name: "Study: A disk of my own" }).waitFor();
      // its title stays whole on a phone
      await page.setViewportSize({ width: 375, height: 800 });
      const title = page.getByRole("dialog").getByRole("heading", { level: 1 });
      expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      expect((await title.boundingBox())?.width).toBeGreaterThan(300);
      await page.getByRole("table").getByRole("link").first().click();
      await page.getByRole("heading", { level: 1, name: "A disk of my own" }).waitFor();
      expect(new URL(page.url()).hash).toMatch(/^#problem=dropped:.*&set\.target\.x=/);
      expect(complaints).toEqual([]);
    } finally {
      server.close();
    }
  });
});
