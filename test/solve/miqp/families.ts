import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { QuasistaticInstance } from "../../../src/models/quasistatic/instance.js";

/** One of the stored families of quasistatic steps: every second step of a pick, with the best known objective. */
export function family(name: "cyl36" | "box72"): readonly Required<QuasistaticInstance>[] {
  // the same folder seen from test/solve and from dist/test/solve
  const root = join(import.meta.dirname, import.meta.dirname.includes("dist") ? "../../../.." : "../../..");
  const packed = readFileSync(join(root, "test/reference", `miqp-${name}.json.gz`));
  return JSON.parse(gunzipSync(packed).toString()).steps;
}
