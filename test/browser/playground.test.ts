import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problems } from "../../problems/index.js";
import { armWithGripper } from "../../problems/robots/arm.js";
import { bankshot } from "../app/cli/run.js";
import { findings } from "./axe.js";
import { browserForTests, noBrowser, served } from "./browser.js";

const root = join(import.meta.dirname, "../..");
const site = join(root, "dist/site");
const pictures = join(root, "test/output/playground");
const folder = mkdtempSync(join(tmpdir(), "bankshot-"));
const visit = browserForTests();
let url = "";
let server: Server | undefined;

beforeAll(async () => {
  for (const part of ["index.html", "results/index.json"])
    if (!existsSync(join(site, part))) throw new Error(`dist/site/${part} is missing: run npm run build first.`);
  mkdirSync(pictures, { recursive: true });
  // below a sub-path, as on a web server of many sites
  ({ url, server } = await served(site, "/tools/bankshot/"));
});
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

/** Waits until a problem's motion is shown, and says how it went. */
async function opened(page: Page, name: string): Promise<string> {
  await page.getByRole("heading", { level: 1, name: problems[name].problem.title }).waitFor();
  // what was just changed is stale until it is solved
  const badge = page.getByRole("region", { name: "Outcome" }).locator(".verdict:not([data-kind=stale]) .badge");
  await badge.waitFor();
  return (await badge.textContent())!.trim();
}

/** A number of the table of results. */
async function value(page: Page, name: string): Promise<number> {
  await page.getByRole("tab", { name: "Results" }).click();
  const row = page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });
  return Number((await row.getByRole("cell").first().locator("[title]").getAttribute("title"))!);
}

/** What the link says is set. */
const settings = (page: Page): Record<string, number> =>
  Object.fromEntries(
    [...new URLSearchParams(new URL(page.url()).hash.slice(1))]
      .filter(([name]) => name.startsWith("set."))
      .map(([name, text]) => [name.slice("set.".length), Number(text)]),
  );

/** Drags the target by so many pixels, with real pointer events. */
async function dragTarget(page: Page, dx: number, dy: number): Promise<void> {
  const handle = page.getByRole("button", { name: /^Target of/ });
  // waits until it stands still: the scene is drawn after the outcome is told
  await handle.hover();
  const { x, y, width, height } = (await handle.boundingBox())!;
  const [u, v] = [x + width / 2, y + height / 2];
  await page.mouse.down();
  await page.mouse.move(u + dx, v + dy, { steps: 12 });
  await page.mouse.up();
}

/** The downloaded file of an entry of the export menu. */
async function exported(page: Page, entry: RegExp): Promise<string> {
  const came = page.waitForEvent("download");
  const refused = page.locator(".complaint").waitFor();
  // whichever does not come has its say when the page is closed
  for (const either of [came, refused]) either.catch(() => {});
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  await Promise.race([came, refused]);
  const [complaint] = await page.locator(".complaint").allTextContents();
  if (complaint !== undefined) throw new Error(complaint);
  const download = await came;
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return file;
}

const done = { solve: "solved", simulate: "simulated", design: "designed" };
const place = "#problem=rolling/ball-place";

// needs a browser: without one the reason stands in the name
describe.skipIf(noBrowser !== undefined)(`the playground${noBrowser ? ` (left out: ${noBrowser})` : ""}`, () => {
  it("opens problems of every folder from their stored results, without complaint", async () => {
    const { page, complaints } = await visit({ webgl: true });
    // all of them, with every panel and handle, by `npm run fuzz -- page`
    const folderOf = (name: string): string => name.slice(0, name.indexOf("/"));
    const chosen = Object.keys(problems).filter(
      (name, i, names) => i === 0 || folderOf(names[i - 1]) !== folderOf(name),
    );
    expect(chosen.length).toBeGreaterThan(10);
    for (const name of chosen) {
      const { problem } = problems[name];
      await page.goto(`${url}#problem=${name}`);
      const told = await opened(page, name);
      const { answer, refusal } = JSON.parse(
        readFileSync(join(site, "results", `${name.replaceAll("/", "__")}.json`), "utf8"),
      ) as { answer?: { verb: keyof typeof done; scene?: unknown }; refusal?: object };
      expect(told, name).toContain(refusal === undefined ? done[answer!.verb] : "not run");
      expect(await page.title(), problem.name).toContain("bankshot");
      if (answer?.scene !== undefined) await page.getByRole("slider", { name: "time", exact: true }).waitFor();
    }
    expect(complaints).toEqual([]);
  });

  it("plans the shot again while its target is dragged, undoes it, and opens again from its link", async () => {
    // so large that the picture shows scene and numbers
    const { page, complaints } = await visit({ width: 1200, height: 800, webgl: true });
    await page.addInitScript(() => {
      const post = Worker.prototype.postMessage;
      Object.assign(globalThis, { runs: 0 });
      Worker.prototype.postMessage = function (this: Worker, ...all: Parameters<typeof post>) {
        if ((all[0] as { kind?: string }).kind === "run") (globalThis as unknown as { runs: number }).runs++;
        post.apply(this, all);
      } as typeof post;
    });
    const runs = (): Promise<number> => page.evaluate(() => (globalThis as unknown as { runs: number }).runs);
    await page.goto(`${url}${place}`);
    await opened(page, "rolling/ball-place");
    await dragTarget(page, -60, 25);
    await page.waitForFunction(() => location.hash.includes("set.target.x"));
    const set = settings(page);
    expect(Math.hypot(set["target.x"] - 1, set["target.y"] + 0.1)).toBeGreaterThan(0.05);
    expect(await opened(page, "rolling/ball-place")).toContain("solved");
    for (const axis of ["x", "y"])
      await expect.poll(() => value(page, `end.${axis}`)).toBeCloseTo(set[`target.${axis}`], 4);
    await page.screenshot({ path: join(pictures, "dragged.png") });

    const link = page.url();
    await page.reload();
    await opened(page, "rolling/ball-place");
    expect(page.url()).toBe(link);
    expect(await value(page, "end.x")).toBeCloseTo(set["target.x"], 4);

    await dragTarget(page, 30, 0);
    await expect.poll(() => value(page, "end.x")).not.toBeCloseTo(set["target.x"], 3);
    await opened(page, "rolling/ball-place");
    const before = await runs();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction((to) => location.href === to, link);
    expect(settings(page)).toEqual(set);
    // what was found there comes back, and nothing is run for it
    await expect.poll(() => value(page, "end.x")).toBeCloseTo(set["target.x"], 4);
    expect(await opened(page, "rolling/ball-place")).toContain("solved");
    expect(await runs()).toBe(before);
    expect(complaints).toEqual([]);
  });

  it("compiles nothing while its target is dragged out of what the scene showed", async () => {
    const { page } = await visit({ webgl: true });
    await page.addInitScript(() => {
      const { linkProgram } = WebGL2RenderingContext.prototype;
      Object.assign(globalThis, { linked: 0 });
      WebGL2RenderingContext.prototype.linkProgram = function (program) {
        (globalThis as unknown as { linked: number }).linked++;
        linkProgram.call(this, program);
      };
    });
    const linked = (): Promise<number> => page.evaluate(() => (globalThis as unknown as { linked: number }).linked);
    await page.goto(`${url}${place}`);
    await opened(page, "rolling/ball-place");
    await page.getByRole("button", { name: /^Target of/ }).hover();
    const before = await linked();
    expect(before).toBeGreaterThan(0);
    await dragTarget(page, 250, 120);
    await page.waitForFunction(() => location.hash.includes("set.target.x"));
    await opened(page, "rolling/ball-place");
    expect(await linked()).toBe(before);
  });

  it("scrubs through the motion, and charts follow", async () => {
    const { page, complaints } = await visit({ webgl: true });
    await page.goto(`${url}${place}`);
    await opened(page, "rolling/ball-place");
    const slider = page.getByRole("slider", { name: "time", exact: true });
    await slider.focus();
    await slider.press("PageUp");
    await slider.press("ArrowRight");
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(0);
    const first = Number(await slider.inputValue());
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForFunction(
      (from) =>
        Number(document.querySelector("input[type=range]")?.getAttribute("aria-valuetext")?.split(" ")[0]) > from,
      first,
    );
    await page.getByRole("button", { name: "Pause" }).click();
    expect(complaints).toEqual([]);
  });

  it("cancels a long design and shows what was found so far", async () => {
    const { page, complaints } = await visit();
    await page.goto(`${url}#problem=feeder/robust`);
    await opened(page, "feeder/robust");
    await page.getByRole("spinbutton", { name: "Starts" }).fill("20");
    await page.getByRole("spinbutton", { name: "Starts" }).press("Tab");
    await page.getByRole("button", { name: "Design", exact: true }).click();
    await page
      .getByText(/iteration [2-9]/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("region", { name: "Outcome" }).getByText("cancelled").first().waitFor();
    expect(complaints).toEqual([]);
  });

  it.each([
    ["grasp/gripper", "Simulate", "release.step=36"],
    ["optimal/block", "Solve", "distance=0.9"],
    ["patch/curling", "Solve", "target.x=0.9"],
  ])("solves %s in its worker", async (name, verb, setting) => {
    const { page, complaints } = await visit();
    await page.goto(`${url}#problem=${name}&set.${setting}`);
    // changed settings are run at once, or by the button
    const outcome = page.getByRole("region", { name: "Outcome" });
    await outcome.getByRole("button", { name: verb, exact: true }).waitFor();
    expect(await opened(page, name)).toContain(done[verb.toLowerCase() as keyof typeof done]);
    expect(complaints).toEqual([]);
  });

  it("exports what the command line solves again, and imports it", async () => {
    const { page, complaints } = await visit();
    await page.goto(`${url}${place}&set.target.x=0.9`);
    await opened(page, "rolling/ball-place");
    expect(await value(page, "end.x")).toBeCloseTo(0.9, 4);
    const file = await exported(page, /JSON/);
    const { code, out } = await bankshot(["solve", file, "--json"]);
    expect(code).toBe(0);
    expect((JSON.parse(out) as { values: Record<string, number> }).values["end.x"]).toBeCloseTo(0.9, 8);
    const csv = readFileSync(await exported(page, /CSV/), "utf8")
      .trim()
      .split("\n");
    expect(csv.length).toBe(103);
    const report = readFileSync(await exported(page, /HTML/), "utf8");
    expect(report).toContain("<!doctype html>");
    expect(report.length).toBeLessThan(1.5e6);
    expect(
      readFileSync(await exported(page, /PNG/))
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");

    await page.goto(`${url}#problem=rolling/disk`);
    await opened(page, "rolling/disk");
    await page.getByLabel("File to import").setInputFiles(file);
    await opened(page, "rolling/ball-place");
    expect(await value(page, "end.x")).toBeCloseTo(0.9, 4);
    expect(complaints).toEqual([]);

    // what cannot be exported is said
    await page.route("**/report-client.js", (route) => route.fulfill({ status: 404, body: "" }));
    await expect(exported(page, /HTML/)).rejects.toThrow(/The program that draws reports is not beside this page/);
  });

  it("says where a robot's file is wrong, and shows one that is right", async () => {
    const { page } = await visit({ webgl: true });
    await page.goto(url);
    const bad = join(folder, "bad.urdf");
    writeFileSync(bad, '<robot name="bad">\n<link name="base"/>\n<joint name="j" type="hinge"/>\n</robot>\n');
    await page.getByLabel("File to import").setInputFiles(bad);
    await page
      .getByText(/line 3/)
      .first()
      .waitFor();
    await page
      .getByLabel("File to import")
      .setInputFiles({ name: "arm.urdf", mimeType: "application/xml", buffer: Buffer.from(armWithGripper) });
    await page.getByRole("heading", { name: "arm with gripper" }).waitFor();
  });

  it("can be used by keyboard alone", async () => {
    // wide enough that the list stands beside the scene
    const { page, complaints } = await visit({ width: 1200, height: 800 });
    await page.goto(url);
    await page.getByRole("searchbox", { name: "Search problems" }).focus();
    await page.keyboard.type("ball-place");
    await page.keyboard.press("Tab");
    for (let i = 0; i < 6 && !(await focused(page)).includes("ball-place"); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await opened(page, "rolling/ball-place");
    const handle = page.getByRole("button", { name: /^Target of/ });
    // the scene comes after the outcome: before that Tab has no handle to reach
    await handle.waitFor();
    for (let i = 0; i < 60 && !(await focused(page)).startsWith("Target of"); i++) await page.keyboard.press("Tab");
    expect(await handle.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash.includes("set.target."));
    expect(await opened(page, "rolling/ball-place")).toContain("solved");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => !location.hash.includes("set."));
    expect(complaints).toEqual([]);
  });

  it.each([
    ["wide, light", { width: 1280, height: 800, webgl: true }],
    ["wide, dark", { width: 1280, height: 800, dark: true, webgl: true }],
    ["phone", { width: 390, height: 780, webgl: true }],
    ["without 3-D drawing", { width: 1000, height: 700 }],
  ])("has no serious finding of accessibility: %s", async (name, visitor) => {
    const { page, complaints } = await visit(visitor);
    await page.goto(`${url}#problem=feeder/reorient`);
    await opened(page, "feeder/reorient");
    await page.getByRole("slider", { name: "time", exact: true }).waitFor();
    await page.screenshot({ path: join(pictures, `${name.replaceAll(/\W+/g, "-")}.png`) });
    if (visitor.width > 600) await page.getByRole("button", { name: "other" }).click();
    // nothing stands beside the page
    const [inner, all] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    expect(all).toBeLessThanOrEqual(inner);
    expect(await findings(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

/** Name of what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "";
  });
