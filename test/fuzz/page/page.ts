import { join } from "node:path";
import Table from "cli-table3";
import fc from "fast-check";
import { problems } from "../../../problems/index.js";
import { browsers, served } from "../../browser/chromium.js";
import { crawl } from "./crawl.js";

const site = join(import.meta.dirname, "../../../site");

/** All sliders and handles that a problem may have. */
const all = { sliders: 40, handles: 12 };

/**
 * `npm run fuzz -- page`: a person without a thought, in a headless browser, on as many problems as there is time for, in an
 * order of the seed. It needs the built site. Returns how many faults there were.
 */
export async function crawlPage(seconds: number, seed: number): Promise<number> {
  const names = Object.keys(problems);
  const [order] = fc.sample(fc.shuffledSubarray(names, { minLength: names.length }), { seed, numRuns: 1 });
  const { visit, leave, close } = browsers();
  const { url, server } = await served(site);
  const until = Date.now() + 1000 * seconds;
  const faults: string[] = [];
  let done = 0;
  try {
    for (const name of order ?? []) {
      if (Date.now() > until) break;
      const { page, complaints } = await visit({ width: 1280, height: 720 });
      const found = await crawl(page, url, name, all).catch((error: unknown) => [
        `${name}: ${(error as Error).message.split("\n")[0]}`,
      ]);
      faults.push(...found, ...complaints.map((one) => `${name}: ${one}`));
      done++;
      await leave();
    }
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
