import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { problems } from "../../problems/index.js";
import { browsers, served } from "../browser/chromium.js";
import type { BenchRow } from "./lu.js";

const site = join(import.meta.dirname, "../../site");
/** Targets that the worker is fed with. */
const targets = 500;
/** How long the target is dragged about [ms]. */
const dragging = 6000;

/** `npm run bench -- page`: the playground in headless Chromium, where a processor draws instead of a graphics card. */
export async function benchPage(): Promise<BenchRow[]> {
  const { visit, leave, close } = browsers();
  const { url, server } = await served(site);
  try {
    const rows: BenchRow[] = [];
    for (const measure of [firstLoad, fedWorker, drag, replay]) {
      const { page } = await visit({ width: 1280, height: 720, webgl: true });
      rows.push(...(await measure(page, url)));
      await leave();
    }
    return rows;
  } finally {
    await close();
    server.close();
  }
}

/** From the request of the page to a problem that can be played and dragged. */
async function firstLoad(page: Page, url: string): Promise<BenchRow[]> {
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js"))
      scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(`${url}#problem=rolling/ball-place`);
  await page.getByRole("button", { name: /^Target of/ }).waitFor();
  const ready = await page.evaluate(() => performance.now());
  // charts come in a quiet moment; nobody has touched the page yet
  await page.locator(".plots .chart:visible svg[role]").first().waitFor();
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  return [
    { name: "playground: first problem interactive", must: "≤ 2 s", value: `${(ready / 1000).toFixed(2)} s` },
    { name: "JavaScript before somebody moves, gzipped", must: "≤ 450 kB", value: `${(bytes / 1000).toFixed(0)} kB` },
  ];
}

/** The worker alone: targets on a circle and back, each as soon as the one before is answered. */
async function fedWorker(page: Page, url: string): Promise<BenchRow[]> {
  await page.goto(url);
  const { times, worst, seconds } = await page.evaluate(async (count) => {
    const worker = new Worker("worker.js", { type: "module" });
    interface Reply {
      readonly kind: string;
      readonly answer?: { readonly status: string; readonly residual: number; readonly launch: readonly number[] };
    }
    let guess: readonly number[] | undefined;
    let id = 0;
    const ask = (request: object): Promise<Reply> =>
      new Promise((resolve) => {
        worker.onmessage = ({ data }: { data: Reply }) => {
          if (data.kind !== "progress") resolve(data);
        };
        worker.postMessage({ id: ++id, ...request });
      });
    const run = async (k: number): Promise<{ time: number; residual: number }> => {
      const angle = (2 * Math.PI * k) / 100;
      const set = { "target.x": 1 + 0.2 * Math.cos(angle), "target.y": -0.1 + 0.2 * Math.sin(angle) };
      const begin = performance.now();
      const request = { kind: "run", problem: "rolling/ball-place", verb: "solve", set, drag: 1 };
      const { answer } = await ask({ ...request, ...(guess && { guess }) });
      guess = answer!.launch;
      return {
        time: performance.now() - begin,
        residual: answer!.status === "solved" ? answer!.residual : Number.POSITIVE_INFINITY,
      };
    };
    await ask({ kind: "open", problem: "rolling/ball-place" });
    for (let k = 0; k < 50; k++) await run(k);
    const begin = performance.now();
    const runs: { time: number; residual: number }[] = [];
    for (let k = 0; k < count; k++) runs.push(await run(k));
    worker.terminate();
    return {
      times: runs.map(({ time }) => time).sort((a, b) => a - b),
      worst: Math.max(...runs.map(({ residual }) => residual)),
      seconds: (performance.now() - begin) / 1000,
    };
  }, targets);
  const late = times[Math.ceil(0.95 * targets) - 1];
  return [
    { name: `re-solves a second, ${targets} targets`, must: "≥ 55", value: (targets / seconds).toFixed(0) },
    { name: "95th percentile, message to answer", must: "≤ 16 ms", value: `${late.toFixed(1)} ms` },
    { name: "largest residual", must: "≤ 1e-8", value: worst.toExponential(1) },
  ];
}

/** Counts frames, long tasks and draw calls of a page from now on; what this returns tells them. */
async function watch(page: Page): Promise<() => Promise<{ frames: number; longest: number; seconds: number }>> {
  await page.evaluate(() => {
    const seen = { frames: 0, longest: 0, begin: performance.now() };
    Object.assign(globalThis, { seen });
    const frame = (): void => {
      seen.frames++;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: "longtask" });
  });
  return () =>
    page.evaluate(() => {
      const { seen } = globalThis as unknown as { seen: { frames: number; longest: number; begin: number } };
      return { ...seen, seconds: (performance.now() - seen.begin) / 1000 };
    });
}

/** The target is dragged on a circle by pointer events. */
async function drag(page: Page, url: string): Promise<BenchRow[]> {
  await page.goto(`${url}#problem=rolling/ball-place`);
  const handle = page.getByRole("button", { name: /^Target of/ });
  await handle.waitFor();
  await page.waitForTimeout(2000); // charts are drawn in quiet moments
  const { x, y, width, height } = (await handle.boundingBox())!;
  const [u, v] = [x + width / 2, y + height / 2];
  await page.mouse.move(u, v);
  await page.mouse.down();
  await page.mouse.move(u - 10, v);
  await page.waitForTimeout(500); // the worker compiles
  const seen = await watch(page);
  const end = Date.now() + dragging;
  for (let k = 0; Date.now() < end; k++)
    await page.mouse.move(u - 40 + 30 * Math.cos(k / 15), v + 20 * Math.sin(k / 15));
  const { frames, longest, seconds } = await seen();
  await page.mouse.up();
  return [
    { name: "frames a second while dragging", must: "≥ 20", value: (frames / seconds).toFixed(0) },
    { name: "longest task while dragging", must: "≤ 100 ms", value: longest === 0 ? "< 50 ms" : `${longest} ms` },
  ];
}

/** `arm-cylinder` in real time: how long its 12 s last, and how often they are drawn. */
async function replay(page: Page, url: string): Promise<BenchRow[]> {
  await page.addInitScript(() => {
    const calls = { now: 0, most: 0 };
    Object.assign(globalThis, { calls });
    const counted = WebGL2RenderingContext.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
    for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"]) {
      const draw = counted[name];
      counted[name] = function (...given) {
        calls.now++;
        return draw.apply(this, given);
      };
    }
    const frame = (): void => {
      calls.most = Math.max(calls.most, calls.now);
      calls.now = 0;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const name = "grasp/arm-cylinder";
  await page.goto(`${url}#problem=${name}`);
  await page.getByRole("heading", { level: 1, name: problems[name].problem.title }).waitFor();
  await page.getByRole("combobox", { name: "speed" }).selectOption("1");
  const play = page.getByRole("button", { name: /^(Play|Pause)$/ });
  // once from its beginning to its end
  await page.getByRole("button", { name: "Loop" }).click();
  await page.waitForTimeout(2000);
  await page.evaluate(() => Object.assign((globalThis as unknown as { calls: object }).calls, { now: 0, most: 0 }));
  const seen = await watch(page);
  await play.click();
  await page.waitForFunction(
    () => [...document.querySelectorAll("button")].some((button) => button.textContent?.trim() === "Play"),
    undefined,
    { timeout: 60_000, polling: 20 },
  );
  const { frames, seconds } = await seen();
  const most = await page.evaluate(() => (globalThis as unknown as { calls: { most: number } }).calls.most);
  return [
    { name: "replay of the 12 s of arm-cylinder", must: "12 ± 0.3 s", value: `${seconds.toFixed(2)} s` },
    { name: "frames a second meanwhile, 1280 × 720", must: "≥ 20", value: (frames / seconds).toFixed(0) },
    { name: "draw calls of a frame", must: "≤ 60", value: String(most) },
  ];
}
