import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One folder for all that tests leave in temporary ones, removed after the last of them. */
export default function temporary(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "bankshot-tests-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
