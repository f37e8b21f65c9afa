import fs, { readdirSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bankshot, scratch } from "./run.js";

/** What a full disk says of every file, while an action goes on. */
async function onFullDisk<T>(act: () => Promise<T>): Promise<T> {
  const real = fs.fsyncSync;
  const put = (fsync: typeof real): void => {
    fs.fsyncSync = fsync;
    syncBuiltinESMExports();
  };
  put(() => {
    throw Object.assign(new Error("ENOSPC: no space left on device, fsync"), { code: "ENOSPC" });
  });
  try {
    return await act();
  } finally {
    put(real);
  }
}

it.each([true, false])(
  "a full disk is exit code 1 and one sentence, with --json beside one object: %s",
  async (json) => {
    const cwd = scratch();
    const argv = ["solve", "rolling/disk", "--out", "out", ...(json ? ["--json"] : [])];
    const { code, out, err } = await onFullDisk(() => bankshot(argv, { cwd }));
    expect(code).toBe(1);
    expect(err).toBe("trajectory.csv cannot be written: the disk is full.\n");
    if (json) expect(JSON.parse(out).status).toBe("solved");
    expect(readdirSync(join(cwd, "out"))).toEqual([]);
  },
);
