import { existsSync, mkdirSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findings } from "./axe.js";
import { browserForTests, noBrowser, served } from "./browser.js";

const root = join(import.meta.dirname, "../..");
const site = join(root, "dist/site");
const pictures = join(root, "test/output/docs");

describe.skipIf(noBrowser !== undefined)(`documentation${noBrowser ? `, left out: ${noBrowser}` : ""}`, () => {
  const visit = browserForTests();
  let url = "";
  let server: Server | undefined;
  beforeAll(async () => {
    if (!existsSync(join(site, "docs/index.html"))) throw new Error("There is no site; npm run build makes it.");
    mkdirSync(pictures, { recursive: true });
    ({ url, server } = await served(site, "/tools/bankshot/"));
  });
  afterAll(() => void server?.close());

  const looks = [
    { name: "wide", width: 1200, dark: false },
    { name: "narrow and dark", width: 390, dark: true },
  ];
  const pages = [
    "docs/index.html",
    "docs/problems/index.html",
    "docs/add-a-problem.html",
    "docs/problems/rolling/ball-place.html",
    "licences.html",
  ];

  it.each(looks.flatMap((look) => pages.map((path) => ({ ...look, path }))))(
    "$path is read by everyone, $name",
    async ({ name, width, dark, path }) => {
      const { page, complaints } = await visit({ width, dark });
      await page.goto(`${url}${path}`);
      expect(await findings(page)).toEqual([]);
      // nothing sticks out of a narrow window: what is wide scrolls by itself
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(complaints).toEqual([]);
      await page.screenshot({ path: join(pictures, `${path}-${name}.png`.replace(/[/ ]/g, "-")) });
      await page.close();
    },
  );

  it("is switched between light and dark, and stays so on the next page", async () => {
    const { page } = await visit();
    const ground = (): string => getComputedStyle(document.body).backgroundColor;
    await page.goto(`${url}docs/index.html`);
    expect(await page.evaluate(ground)).toBe("rgb(255, 255, 255)");
    await page.getByRole("button", { name: "Light or dark" }).click();
    expect(await page.evaluate(ground)).toBe("rgb(22, 24, 27)");
    await page.getByRole("link", { name: "Models", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Models" }).waitFor();
    expect(await page.evaluate(ground)).toBe("rgb(22, 24, 27)");
    await page.close();
  });

  it("begins with three tiles that move and ten pictures, and is searched by words", async () => {
    const { page, complaints } = await visit({ plays: true });
    await page.goto(`${url}docs/index.html`);
    const tiles = page.locator(".tiles a");
    expect(await tiles.count()).toBe(3);
    const seen = page.locator(":is(.tiles, .motions) img");
    const drawn = (all: (HTMLElement | SVGElement)[]): number =>
      all.filter((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0).length;
    await expect.poll(() => seen.evaluateAll(drawn)).toBe(13);
    const shot = async (): Promise<string> => (await tiles.first().locator("img").screenshot()).toString("base64");
    const before = await shot();
    await expect.poll(shot).not.toBe(before);
    await page.keyboard.press("/");
    await page.keyboard.type("friction con");
    await page.locator("#found a").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/complementarity\.html#friction/);
    await page.getByRole("searchbox", { name: "Search the documentation" }).fill("no such word anywhere");
    await page.getByText("Nothing has these words.").waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
