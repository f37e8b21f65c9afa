#!/usr/bin/env node
import { main } from "./main.js";

const interruption = new AbortController();
process.once("SIGINT", () => {
  interruption.abort();
  // a second Ctrl-C ends the program at once
  process.once("SIGINT", () => process.exit(1));
});
// whoever reads the output may stop early, as `head` does
process.stdout.on("error", () => process.exit());

process.exitCode = await main(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  colours: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
  live: process.stderr.isTTY === true,
  cwd: process.cwd(),
  signal: interruption.signal,
});
