import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problems } from "../../problems/index.js";
import { findings } from "./axe.js";
import { browserForTests, noBrowser, served } from "./browser.js";

const root = join(import.meta.dirname, "../..");
const sources = join(root, "notebooks");
const site = join(root, "dist/site");
const built = join(site, "notebooks");
const names = readdirSync(sources).filter((name) => name.endsWith(".html"));
const stories = names.filter((name) => name !== "index.html");

/** When anything that the notebooks are made of was last changed. */
const newest = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );

beforeAll(async () => {
  const made = join(built, "index.html");
  const fresh =
    existsSync(made) &&
    statSync(made).mtimeMs > Math.max(...["notebooks", "src", "problems"].map((f) => newest(join(root, f))));
  if (!fresh) await build({ configFile: join(sources, "vite.config.ts"), logLevel: "silent" });
});

/** What the text of a page or a style sheet would make a browser fetch. */
const fetched = (text: string): string[] =>
  [...text.matchAll(/(?:\b(?:src|href)=|url\(|@import |\bimport\(?|\bfrom)\s*["']?([^"')\s>]+)/g)].map(
    ([, url]) => url,
  );

describe("notebooks", () => {
  it.each(names)("%s is built, links to what is there, and fetches nothing from elsewhere", (name) => {
    const text = readFileSync(join(built, name), "utf8");
    for (const url of fetched(text).filter((url) => /^(https?:)?\/\//.test(url))) expect(url).toBe("");
    const links = [...text.matchAll(/\b(?:src|href)="(\.[^"#?]*)/g)].map(([, url]) => url);
    expect(links.length).toBeGreaterThan(2);
    // what other parts of the site build is checked with the whole site
    for (const link of links.filter((url) => !url.startsWith("../")))
      expect(existsSync(join(built, link)), link).toBe(true);
    for (const [, problem] of text.matchAll(/#problem=([\w/-]+)/g)) expect(Object.keys(problems)).toContain(problem);
  });

  it("load no script or style from elsewhere in what they share", () => {
    for (const file of readdirSync(join(built, "assets")).filter((file) => /\.(js|css)$/.test(file)))
      for (const url of fetched(readFileSync(join(built, "assets", file), "utf8")))
        expect(/^https?:/.test(url) ? `${file}: ${url}` : "").toBe("");
  });

  it("are all listed by the index, and each ends with what to try next", () => {
    const index = readFileSync(join(sources, "index.html"), "utf8");
    for (const name of stories) {
      expect(index).toContain(`./${name}`);
      const text = readFileSync(join(sources, name), "utf8");
      expect(text).toContain("## What to try next");
      expect(text).toMatch(/href="\.\.\/index\.html#|\(\.\.\/index\.html#/);
    }
  });
});

describe.skipIf(noBrowser !== undefined)(`notebooks in a browser${noBrowser ? `, left out: ${noBrowser}` : ""}`, () => {
  const visit = browserForTests();
  let at: Awaited<ReturnType<typeof served>>;
  beforeAll(async () => {
    at = await served(dirname(built), "/some/where/");
  });
  afterAll(() => void at.server.close());

  const settled = async (page: Page): Promise<void> => {
    await page.waitForFunction(() => {
      const cells = [...document.querySelectorAll<HTMLElement>("[data-state]")];
      return cells.length > 0 && cells.every(({ dataset }) => dataset.state !== "pending");
    });
  };

  it.each(stories)("%s computes every cell, and again when an input moves", async (name) => {
    const { page, complaints } = await visit({ webgl: true });
    await page.goto(`${at.url}notebooks/${name}`);
    await settled(page);
    const pictures = (): string =>
      [...document.querySelectorAll("main svg, main dl, main table")].map((drawn) => drawn.outerHTML).join();
    const before = await page.evaluate(pictures);
    await page.locator("main input[type=range]").first().press("ArrowRight");
    await expect.poll(() => page.evaluate(pictures)).not.toBe(before);
    await settled(page);
    expect(await page.locator("[data-state=failed], .observablehq--error").count()).toBe(0);
    expect(complaints).toEqual([]);
    expect(await findings(page)).toEqual([]);
    await page.screenshot({
      path: join(root, "test/output", `notebook-${name.replace(".html", "")}.png`),
      fullPage: true,
    });
    await page.setViewportSize({ width: 390, height: 800 });
    // pictures are drawn anew for the narrower column
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.close();
  });

  it("a dragged target takes the end of the shot with it", async () => {
    const { page, complaints } = await visit({ webgl: true });
    await page.goto(`${at.url}notebooks/ball-must-stop.html`);
    await settled(page);
    const handle = page.locator(".handle");
    const launch = () => page.locator("#cell-10 dd").allTextContents();
    const before = await launch();
    await handle.hover();
    await page.mouse.down();
    const { x, y } = (await handle.boundingBox())!;
    await page.mouse.move(x - 80, y + 40, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => handle.getAttribute("aria-label")).not.toContain("target: 1, −0.1");
    await expect.poll(launch).not.toEqual(before);
    await settled(page);
    await expect.poll(async () => (await launch())[3]).toBe("solved");
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("a model that is edited runs, or says why it does not", async () => {
    const { page, complaints } = await visit({ webgl: true });
    await page.goto(`${at.url}notebooks/twenty-lines.html`);
    await settled(page);
    const told = page.locator("#cell-5");
    await expect.poll(() => told.textContent()).toContain("has 20 lines");
    const text = page.locator("textarea").first();
    const model = await text.inputValue();
    await text.fill(model.replace('next("x")', 'next("y")'));
    await expect.poll(() => told.textContent()).toContain('no leaf "next.y"');
    await text.fill(model.replace("lower: -1", "lower: 0"));
    await expect.poll(() => told.textContent()).toContain("Runs");
    await settled(page);
    expect(await page.locator("[data-state=failed]").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
