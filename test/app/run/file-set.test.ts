import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { checkSet, Unwritable, writeSet } from "../../../src/app/run/saved/file-set.js";
import { bankshot, scratch } from "../cli/run.js";

/** As it is built: a writer begins at once, and is killed while it writes. */
const built = new URL("../../../dist/src/app/run/saved/file-set.js", import.meta.url);
const names = ["report.html", "result.json", "trajectory.csv"];

/** Writes sets of some megabytes one after the other until it is ended; every text begins and ends with its number. */
const writer = `
import { writeSet } from ${JSON.stringify(built.href)};
for (let k = 0; ; k++) {
  const pieces = [k + "\\n", "x".repeat(1e6), "x".repeat(1e6), "\\n" + k];
  const text = (files) => JSON.stringify({ k, files });
  writeSet(process.argv[2], { files: { "trajectory.csv": pieces, "report.html": pieces }, last: ["result.json", text] });
  if (k < 2) console.log(k);
}
`;

/** The number of the set of a whole text. */
function numberOf(text: string): number {
  const [, first, last] = /^(\d+)\nx{2000000}\n(\d+)$/.exec(text) ?? [];
  expect(first).toBeDefined();
  expect(last).toBe(first);
  return Number(first);
}

async function started(file: string, directory: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file, directory], { stdio: ["ignore", "pipe", "inherit"] });
  if (child.stdout !== null) await once(child.stdout, "data");
  return child;
}

describe("files of one run", () => {
  it.skipIf(!existsSync(built))("are whole whenever their writer is killed, and a mixture is refused", async () => {
    const [cwd, directory] = [scratch(), scratch()];
    const file = join(cwd, "writer.mjs");
    writeFileSync(file, writer);
    for (let kill = 0; kill < 8; kill++) {
      const child = await started(file, directory);
      await after(5 + 67 * Math.random());
      child.kill("SIGKILL");
      await once(child, "exit");
      const [result, table, page] = ["result.json", "trajectory.csv", "report.html"].map((name) =>
        readFileSync(join(directory, name), "utf8"),
      );
      const { k, files } = JSON.parse(result);
      const one = numberOf(table) === k && numberOf(page) === k;
      const read = (): void => checkSet(join(directory, "result.json"), "result.json", files);
      if (one) read();
      else expect(read).toThrow("beside it are not of one run");
    }
    writeSet(directory, {
      files: { "trajectory.csv": ["a"], "report.html": ["b"] },
      last: ["result.json", () => "{}"],
    });
    expect(readdirSync(directory).sort()).toEqual(names);
  });

  it("leave the older set as it was where the disk is full", () => {
    const directory = scratch();
    const last = ["result.json", () => "old"] as const;
    writeSet(directory, { files: { "trajectory.csv": ["old"], "report.html": ["old"] }, last });
    function* full(): Generator<string> {
      yield "new";
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    }
    const write = () => writeSet(directory, { files: { "trajectory.csv": ["new"], "report.html": full() }, last });
    expect(write).toThrow(new Unwritable("report.html cannot be written: the disk is full."));
    expect(readdirSync(directory).sort()).toEqual(names);
    for (const name of names) expect(readFileSync(join(directory, name), "utf8")).toBe("old");
  });

  it("are known by the saved result, which is refused beside those of another run", async () => {
    const cwd = scratch();
    const run = (set: string, out: string) => bankshot(["solve", "rolling/disk", "--set", set, "--out", out], { cwd });
    await run("mass=1", "one");
    await run("mass=2", "two");
    const saved = JSON.parse(readFileSync(join(cwd, "one/result.json"), "utf8"));
    const table = readFileSync(join(cwd, "one/trajectory.csv"));
    expect(saved.files["trajectory.csv"]).toBe(createHash("sha256").update(table).digest("hex"));
    expect((await bankshot(["show", "one/result.json"], { cwd })).code).toBe(0);
    writeFileSync(join(cwd, "one/trajectory.csv"), readFileSync(join(cwd, "two/trajectory.csv")));
    const { code, err } = await bankshot(["solve", "one/result.json"], { cwd });
    expect(code).toBe(2);
    expect(err).toContain("one/result.json and the trajectory.csv beside it are not of one run");
    mkdirSync(join(cwd, "alone"));
    writeFileSync(join(cwd, "alone/result.json"), JSON.stringify(saved));
    expect((await bankshot(["show", "alone/result.json"], { cwd })).code).toBe(0);
  });

  it("go through no link and no pipe, and this is said before anything is computed", async () => {
    const cwd = scratch();
    for (const out of ["linked", "piped"]) mkdirSync(join(cwd, out));
    writeFileSync(join(cwd, "target"), "mine");
    symlinkSync(join(cwd, "target"), join(cwd, "linked/report.html"));
    spawnSync("mkfifo", [join(cwd, "piped/trajectory.csv")]);
    for (const [out, sentence] of [
      ["linked", "linked/report.html cannot be written: what has that name is a symbolic link"],
      ["piped", "piped/trajectory.csv cannot be written: what has that name is no ordinary file"],
    ] as const) {
      const { code, err, out: printed } = await bankshot(["solve", "rolling/disk", "--out", out], { cwd });
      expect([code, printed]).toEqual([2, ""]);
      expect(err).toContain(sentence);
    }
    expect(readFileSync(join(cwd, "target"), "utf8")).toBe("mine");
  });
});

describe("a saved result that holds no problem", () => {
  it.each(["show", "check", "solve", "open"])("never runs the file that it names, by %s", async (verb) => {
    const cwd = scratch();
    for (const folder of ["sub", "out"]) mkdirSync(join(cwd, folder));
    const ran = join(cwd, "ran");
    writeFileSync(
      join(cwd, "sub/payload.mjs"),
      `import { writeFileSync } from "node:fs"; writeFileSync("${ran}", "");`,
    );
    const source = { file: "../sub/payload.mjs" };
    const replay = { version: "0.0.0", verb: "solve", set: {}, start: "auto", strategy: "auto", source };
    writeFileSync(join(cwd, "out/result.json"), JSON.stringify({ replay }));
    const argv = [verb, "out/result.json", ...(verb === "open" ? ["--no-open"] : [])];
    const { code, err } = await bankshot(argv, { cwd });
    expect(code).toBe(2);
    expect(err).toContain("give that file itself");
    expect(readdirSync(cwd).sort()).toEqual(["out", "sub"]);
  });
});
