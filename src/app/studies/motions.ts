import { gunzipSync, gzipSync, strFromU8, strToU8 } from "fflate";
import type { Trajectory } from "../../motion/trajectory/trajectory.js";
import { csv } from "../run/csv.js";

/** A motion as it is stored and sent: comma-separated text, compressed, as Base64; the same motion gives the same text. */
export function packed(trajectory: Trajectory): string {
  const text = strToU8([...csv(trajectory)].join(""));
  // the time of day is no part of it
  return Buffer.from(gzipSync(text, { mtime: 0 })).toString("base64");
}

/** The text of a motion that was kept. */
export const unpacked = (bytes: Uint8Array): string => strFromU8(gunzipSync(bytes));
