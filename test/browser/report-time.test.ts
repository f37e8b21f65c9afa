import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { bankshot } from "../app/cli/run.js";
import { findings } from "./axe.js";
import { browserForTests, noBrowser } from "./browser.js";

const visit = browserForTests();
const folder = mkdtempSync(join(tmpdir(), "bankshot-"));
afterAll(() => rmSync(folder, { recursive: true }));

// needs a browser: without one the reason stands in the name
describe.skipIf(noBrowser !== undefined)(
  `motion and charts of a report${noBrowser ? ` (left out: ${noBrowser})` : ""}`,
  () => {
    it("share one time: a click in a chart moves the slider, the slider moves all cursors", async () => {
      expect((await bankshot(["solve", "rolling/disk", "--out", folder])).code).toBe(0);
      const { page, complaints } = await visit();
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(pathToFileURL(join(folder, "report.html")).href);
      const slider = page.getByRole("slider", { name: /time/ }).first();
      const chart = page.getByRole("img", { name: /^Position over time/ });
      await chart.waitFor();
      await chart.click();
      const [start, end] = [Number(await slider.getAttribute("min")), Number(await slider.getAttribute("max"))];
      const share = async (): Promise<number> => (Number(await slider.inputValue()) - start) / (end - start);
      // the frame of a chart lies a little to the right of its middle
      await expect.poll(share).toBeGreaterThan(0.4);
      expect(await share()).toBeLessThan(0.55);

      await slider.focus();
      await page.keyboard.press("ArrowRight");
      const places = async () =>
        new Set(
          await page.locator("line.cursor").evaluateAll((lines) => lines.map((line) => line.getAttribute("transform"))),
        );
      // all charts over time are as wide, and those out of sight follow soon
      await expect.poll(async () => (await places()).size).toBe(1);
      const before = [...(await places())][0];
      await page.keyboard.press("ArrowRight");
      await expect.poll(async () => [...(await places())].join()).not.toContain(before!);
      expect(await page.locator("g.cursor circle[visibility=visible]").count()).toBe(1);
      expect(complaints).toEqual([]);
    });

    it("stays readable for everyone on a dark phone", async () => {
      expect((await bankshot(["solve", "rolling/disk", "--out", folder])).code).toBe(0);
      const { page, complaints } = await visit({ dark: true, width: 390 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(pathToFileURL(join(folder, "report.html")).href);
      // the last chart is drawn in a quiet moment, without being seen
      await page.getByRole("img", { name: /^Residual history/ }).waitFor();
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(complaints).toEqual([]);
    });
  },
);
