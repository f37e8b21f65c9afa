import type { Page } from "playwright-core";
import { problems } from "../../../problems/index.js";

/** How much of a problem is tried. */
export interface Extent {
  readonly sliders: number;
  readonly handles: number;
}

/** A run of the page may take so long [ms]: after that it is cancelled, as people would. */
const patience = 20_000;
/** Numbers of the page have no more digits than these. */
const digits = 4;
/** A condition that is met is met by this much. */
const tolerance = 1e-4;

/**
 * Everything that a person might do to a problem of the page without a thought: the wheel over every panel, sliders to both
 * ends, handles to a corner of the window, undo to the start. The faults are what may never be: a blank or scrolled page, no
 * badge or two, a badge that its own numbers contradict, words of the engine.
 */
export async function crawl(page: Page, url: string, name: string, extent: Extent): Promise<string[]> {
  const faults: string[] = [];
  const { problem } = problems[name];
  await page.goto(`${url}#problem=${name}`);
  await page.getByRole("heading", { level: 1, name: problem.title }).waitFor();
  await page.locator(".badge").waitFor();
  await settled(page);
  const begun = await kindOf(page);
  const look = async (after: string): Promise<void> => {
    await settled(page);
    for (const fault of await faultsOf(page)) faults.push(`${name}, ${after}: ${fault}`);
  };
  await look("opened");
  for (const panel of [".side", ".panel", ".stage", ".plots"]) {
    const part = page.locator(panel).first();
    // a problem that was refused has no charts
    const box = (await part.count()) === 0 ? null : await part.boundingBox();
    if (box === null) continue;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, 3000);
    await page.mouse.wheel(0, -3000);
  }
  await look("wheel");
  await page.getByRole("tab", { name: "Parameters" }).click();
  const sliders = page.locator(".parameters wa-slider");
  const count = Math.min(extent.sliders, await sliders.count());
  for (let i = 0; i < count; i++)
    for (const end of ["Home", "End"]) {
      await sliders.nth(i).press(end);
      await look(`slider ${i + 1} at ${end}`);
    }
  const handles = page.locator(".viewer-handles [role=button], .viewer-handles button");
  const most = Math.min(extent.handles, await handles.count());
  for (let i = 0; i < most; i++) {
    const box = await handles.nth(i).boundingBox();
    if (box === null) continue;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(2, 2, { steps: 3 });
    await page.mouse.up();
    await look(`handle ${i + 1} at a corner`);
  }
  await undone(page);
  await look("undone");
  const [link, end] = [new URL(page.url()).hash, await kindOf(page)];
  if (link.includes("set.")) faults.push(`${name}: settings are left when all is undone: ${link}`);
  // a run that nobody waited for was cancelled, and says so
  if (end !== begun && end !== "cancelled")
    faults.push(`${name}: it began as ${begun} and is ${end} when all is undone`);
  return faults;
}

/** Undoes until nothing is left to undo. */
async function undone(page: Page): Promise<void> {
  const undo = page.getByRole("button", { name: "Undo" });
  // it may be the last one that is undone while this one is aimed at
  for (let i = 0; i < 200 && !(await undo.isDisabled()); i++) await undo.click({ timeout: 1000 }).catch(() => {});
}

const kindOf = (page: Page): Promise<string | null> => page.locator(".verdict").first().getAttribute("data-kind");

/** Waits until nothing is computed any more. */
async function settled(page: Page): Promise<void> {
  const quiet = (): boolean => {
    const verdict = document.querySelector<HTMLElement>(".verdict");
    const told = verdict?.textContent ?? "";
    const isWaiting = /It is computed again|the full answer comes after/.test(told);
    return verdict !== null && !isWaiting && document.querySelector(".outcome .progress") === null;
  };
  const until = Date.now() + patience;
  await shownAgain(page);
  for (let still = 0; still < 2; ) {
    still = (await page.evaluate(quiet)) ? still + 1 : 0;
    if (still < 2) await shownAgain(page);
    if (Date.now() < until) continue;
    const cancel = page.getByRole("button", { name: "Cancel" });
    if ((await cancel.count()) === 0) return;
    await cancel.click();
    await page.waitForFunction(quiet, undefined, { timeout: patience }).catch(() => {});
    return;
  }
}

/** A change is shown in the next frame, or after a drag somewhat later, however long a frame takes. */
const shownAgain = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resume) =>
        requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => resume()), 90)),
      ),
  );

/** Everything on the page that may never be there. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const seen = await page.evaluate(() => ({
    badges: [...document.querySelectorAll(".badge")].map((one) => one.textContent ?? ""),
    top: document.querySelector("#page")?.getBoundingClientRect().top,
    scrolled: document.documentElement.scrollTop,
    main: document.querySelector("main")?.getBoundingClientRect().height ?? 0,
    text: document.querySelector("#page")?.textContent ?? "",
    // ticks of charts have as many digits as tell them apart
    words: [...document.querySelectorAll(":is(.outcome, .parameters, .results, .compare) *")].flatMap((part) =>
      [...part.childNodes].flatMap(({ nodeType, textContent }) => (nodeType === 3 ? [textContent ?? ""] : [])),
    ),
    charts: document.querySelectorAll(".plots wa-tab").length,
    front: document.querySelectorAll(".plots wa-tab[active]").length,
    fields: [...document.querySelectorAll<HTMLInputElement>("wa-input")].map(({ value }) => value ?? ""),
  }));
  if (seen.badges.length !== 1) faults.push(`${seen.badges.length} badges: ${seen.badges.join(", ")}`);
  if (seen.top !== 0 || seen.scrolled !== 0)
    faults.push(`the page is scrolled by ${seen.scrolled}, its top is ${seen.top}`);
  if (seen.main < 100) faults.push("the page is blank");
  const strange = /\b(?:undefined|NaN|\[object \w+\]|Infinity)\b/.exec(`${seen.text} ${seen.fields.join(" ")}`);
  if (strange !== null) faults.push(`"${strange[0]}" stands on the page`);
  if (seen.charts > 0 && seen.front !== 1) faults.push(`${seen.front} of ${seen.charts} charts are at the front`);
  const long = /(?<![\w.])\d*\.\d+(?:e[-+]?\d+)?(?!\.?\w)/g;
  for (const [number] of seen.words.join(" ").matchAll(long))
    if (number.replace(/e.*/, "").replace(".", "").replace(/^0+/, "").length > digits)
      faults.push(`${number} has more than ${digits} digits`);
  const negative = /(?<![\w.])[-−]0(?:\.0*)?(?![\w.])/.exec(seen.words.join(" "));
  if (negative !== null) faults.push(`${negative[0]} stands on the page`);
  if (/solved/.test(seen.badges[0] ?? "")) faults.push(...(await contradictions(page)));
  return faults;
}

/** Ends of a solved motion that are not where its targets are, by the page's own numbers. */
async function contradictions(page: Page): Promise<string[]> {
  const names = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>(".parameters wa-input")].map((one) => ({
      name: one.getAttribute("label") ?? "",
      value: Number(one.getAttribute("title")),
    })),
  );
  const ends = await page.evaluate(() =>
    [...document.querySelectorAll("wa-tab-panel[name=results] tr")].map((row) => ({
      name: row.querySelector("th")?.textContent?.trim() ?? "",
      value: Number(row.querySelector("td [title]")?.getAttribute("title")),
    })),
  );
  return names.flatMap(({ name, value }) => {
    const end = ends.find((one) => one.name === name.replace(/^target\./, "end."));
    if (!name.startsWith("target.") || end === undefined || !Number.isFinite(value) || !Number.isFinite(end.value))
      return [];
    const isMet = Math.abs(end.value - value) <= tolerance * Math.max(1, Math.abs(value));
    return isMet ? [] : [`solved, but ${end.name} is ${end.value} and ${name} ${value}`];
  });
}
