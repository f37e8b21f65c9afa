#!/usr/bin/env node
import { main } from "./main.js";

const interruption = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(name, () => {
    // a second Ctrl-C ends the program at once; files stand whole or not at all
    if (interruption.signal.aborted && name !== "SIGHUP") process.exit(1);
    interruption.abort();
  });
// whoever reads the output may stop early, as `head` does, or be gone with the terminal: files are still written
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

process.exitCode = await main(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  colours: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
  live: process.stderr.isTTY === true,
  cwd: process.cwd(),
  signal: interruption.signal,
});
