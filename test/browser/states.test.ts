import type { Server } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problems } from "../../problems/index.js";
import { browserForTests, noBrowser, served } from "./browser.js";

const site = join(import.meta.dirname, "../../dist/site");
const visit = browserForTests();
let url = "";
let server: Server | undefined;

beforeAll(async () => {
  ({ url, server } = await served(site));
});
afterAll(() => server?.close());

async function open(page: Page, name: string): Promise<void> {
  await page.goto(`${url}#problem=${name}`);
  await page.getByRole("heading", { level: 1, name: problems[name].problem.title }).waitFor();
  await page.locator(".badge").waitFor();
}

const kinds = (page: Page): Promise<(string | null)[]> =>
  page.locator(".verdict").evaluateAll((all) => all.map((one) => one.getAttribute("data-kind")));
const facts = (page: Page): Promise<string[]> => page.locator(".facts dd").allTextContents();

// needs a browser: without one the reason stands in the name
describe.skipIf(noBrowser !== undefined)(`states of the page${noBrowser ? ` (left out: ${noBrowser})` : ""}`, () => {
  it("a scan that is cancelled leaves the shot that was solved on the screen, and says that it was cancelled", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720 });
    await open(page, "impact/ball-bounce");
    expect(await kinds(page)).toEqual(["solved"]);
    const before = await facts(page);
    await page.getByRole("button", { name: "Find all launches" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Find all launches" }).and(page.locator(":not([disabled])")).waitFor();
    await expect.poll(() => kinds(page)).toEqual([expect.stringMatching(/^(?:cancelled|solved)$/)]);
    expect(await facts(page)).toEqual(before);
    await page.getByRole("slider", { name: "time", exact: true }).waitFor();
    await page.locator(".plots .chart:visible svg[role]").first().waitFor();
    expect(complaints).toEqual([]);
  });

  it.each(["rolling/ball-place", "impact/ball-bounce"])("the wheel brings %s nearer to the pointer", async (name) => {
    const { page } = await visit({ width: 1280, height: 720, webgl: true });
    await open(page, name);
    const target = page.getByRole("button", { name: /^Target of ball/ });
    await target.hover();
    const before = (await target.boundingBox())!;
    await page.locator(".stage canvas").focus();
    // beside the target, which is a button of the page over the scene
    await page.mouse.move(before.x + 34, before.y + 14);
    for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -120);
    await expect.poll(async () => (await target.boundingBox())!.x - before.x).not.toBe(0);
    const after = (await target.boundingBox())!;
    // 20 pixels away it goes a part of these, and from the middle of the scene it would go many times as far
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(20);
  });

  it("a slow problem shows a coarse preview in one badge while its target is held, and the full answer after", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720, webgl: true });
    await open(page, "impact/ball-bounce");
    await page.getByText("a coarser grid follows while you drag").waitFor();
    const seen = new Set<string>();
    const handle = page.getByRole("button", { name: /^Target of ball/ });
    await handle.hover();
    const { x, y, width, height } = (await handle.boundingBox())!;
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 6, y + height / 2, { steps: 3 });
    await expect
      .poll(
        async () => {
          const now = await kinds(page);
          expect(now).toHaveLength(1);
          seen.add(now[0] ?? "");
          return now[0];
        },
        { interval: 20 },
      )
      .toBe("coarse");
    expect([...seen].every((kind) => ["solved", "stale", "coarse"].includes(kind))).toBe(true);
    await page.mouse.up();
    await page.waitForFunction(() => location.hash.includes("set.target"));
    await expect.poll(() => kinds(page)).toEqual(["solved"]);
    expect(complaints).toEqual([]);
  });
});
