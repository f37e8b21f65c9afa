import { existsSync, readFileSync } from "node:fs";

/** Places in which the build leaves the drawing program: beside this module once built, in `dist` when run from its source. */
const places = ["./client.iife.js", "../../../dist/src/app/report/client.iife.js"];

/** The program that draws the charts, as one text; undefined where the package was not built. */
export function clientScript(): string | undefined {
  const path = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  return path && readFileSync(path, "utf8");
}
