import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { bankshot } from "../app/cli/run.js";
import { browserForTests, noBrowser } from "./browser.js";

const visit = browserForTests();
const folder = mkdtempSync(join(tmpdir(), "bankshot-"));
afterAll(() => rmSync(folder, { recursive: true }));

// needs a browser: without one the reason stands in the name
describe.skipIf(noBrowser !== undefined)(`reports in a browser${noBrowser ? ` (left out: ${noBrowser})` : ""}`, () => {
  it.each([true, false])("opens from disk without complaint, with 3-D drawing: %s", async (webgl) => {
    const out = join(folder, `launch-${webgl}`);
    expect((await bankshot(["solve", "impact/ball-launch", "--out", out])).code).toBe(0);
    const { page, complaints } = await visit({ webgl });
    await page.goto(pathToFileURL(join(out, "report.html")).href);
    await page.getByRole("slider", { name: /time/ }).first().waitFor();
    expect(await page.locator("h1").textContent()).toContain("Throw a ball to a target");
    expect(complaints).toEqual([]);
  });
});
