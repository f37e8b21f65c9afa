import { readdirSync } from "node:fs";
import { join } from "node:path";
import Table from "cli-table3";
import fc from "fast-check";
import { problems } from "../../../problems/index.js";
import { findings } from "../../browser/axe.js";
import { type Browsers, browsers, served } from "../../browser/chromium.js";
import { crawl } from "./crawl.js";

const site = join(import.meta.dirname, "../../../site");

/** All sliders and handles that a problem may have. */
const everything = { sliders: 40, handles: 12 };

/** Pages that are read, by their paths; those of the reference are made by another program. */
function readPages(): string[] {
  const all = (folder: string): string[] =>
    readdirSync(join(site, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`);
  return [...all("docs"), ...all("notebooks"), "licences.html"].filter(
    (path) => path.endsWith(".html") && !path.startsWith("docs/api/"),
  );
}

/** Serious findings of axe on every page that is read, in both themes. */
async function readThrough({ visit, leave }: Browsers, url: string): Promise<string[]> {
  const faults: string[] = [];
  for (const dark of [false, true])
    for (const path of readPages()) {
      const { page, complaints } = await visit({ width: 1200, dark });
      await page.goto(`${url}${path}`);
      const found = [...(await findings(page)), ...complaints];
      faults.push(...found.map((one) => `${path}${dark ? ", dark" : ""}: ${one.slice(0, 200)}`));
      await leave();
    }
  return faults;
}

/**
 * `npm run fuzz -- page`: a person without a thought, in a headless browser, on as many problems as there is time for, in an
 * order of the seed. It needs the built site. Returns how many faults there were.
 */
export async function crawlPage(seconds: number, seed: number): Promise<number> {
  const names = Object.keys(problems);
  const [order] = fc.sample(fc.shuffledSubarray(names, { minLength: names.length }), { seed, numRuns: 1 });
  const all = browsers();
  const { visit, leave, close } = all;
  const { url, server } = await served(site);
  const until = Date.now() + 1000 * seconds;
  const faults: string[] = [];
  let done = 0;
  try {
    for (const name of order ?? []) {
      if (Date.now() > until) break;
      const { page, complaints } = await visit({ width: 1280, height: 720, webgl: true });
      const found = await crawl(page, url, name, everything).catch((error: unknown) => [
        `${name}: ${(error as Error).message.split("\n")[0]}`,
      ]);
      faults.push(...found, ...complaints.map((one) => `${name}: ${one}`));
      done++;
      await leave();
    }
    // with time for all problems there is time for what is written about them
    if (done === names.length) faults.push(...(await readThrough(all, url)));
  } finally {
    await close();
    server.close();
  }
  for (const fault of faults) console.log(fault);
  const table = new Table({ head: ["target", "problems", "faults"] });
  table.push(["page", `${done} of ${names.length}`, faults.length]);
  console.log(`\nseed ${seed}, ${seconds} s\n${table.toString()}`);
  return faults.length;
}
