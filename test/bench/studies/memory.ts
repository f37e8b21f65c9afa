import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sweepOf } from "../../../src/app/studies/sweep.js";
import type { BenchRow } from "../lu.js";
import { ishigami } from "./ishigami.js";

/** A process of its own runs the study and prints what it took: this one has memory of other benches. */
const isChild = process.argv[1] === import.meta.filename;

/** Memory of a study of so many items, at every tenth of it, in a process of its own with two threads. */
export async function benchMemory(items: number): Promise<BenchRow[]> {
  const child = spawn(process.execPath, [import.meta.filename, String(items)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (piece) => {
    text += String(piece);
  });
  await new Promise((resolve) => child.on("close", resolve));
  const { tenths, most } = JSON.parse(text) as { tenths: number[]; most: number };
  return [
    {
      name: `memory of a study of ${items} items, at every fifth of it, and the most of all`,
      must: "flat, ≤ 400 MB",
      value: `${tenths.filter((_, i) => i % 2 === 1).join(", ")}; ${most} MB`,
    },
  ];
}

async function measure(items: number): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), "bankshot-"));
  const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
  const tenths: number[] = [];
  const range = { from: -Math.PI, to: Math.PI };
  await sweepOf(
    { problem: ishigami },
    { verb: "simulate", over: { a: range, b: range, c: range }, samples: items },
    {
      out,
      threads: 2,
      onProgress({ done }) {
        if (done >= ((tenths.length + 1) * items) / 10) tenths.push(megabytes(process.memoryUsage.rss()));
      },
    },
  );
  console.log(JSON.stringify({ tenths, most: megabytes(1024 * process.resourceUsage().maxRSS) }));
  rmSync(out, { recursive: true });
}

if (isChild) await measure(Number(process.argv[2]));
