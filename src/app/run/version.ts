import { createRequire } from "node:module";

/** The version of this package, as its package.json says. */
export const version: string = createRequire(import.meta.url)("bankshot/package.json").version;
