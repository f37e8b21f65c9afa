import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  exports: Readonly<Record<string, string | { readonly default: string }>>;
};

/**
 * Aliases for builds from source: every name that users import, as package.json exports it, and the file that is built
 * to it. Without them `bankshot` would be the built package, a second one beside the sources.
 */
export const doorAliases: { find: RegExp; replacement: string }[] = Object.entries(exports).flatMap(([name, to]) => {
  if (typeof to === "string") return [];
  const find = new RegExp(`^bankshot${name.slice(1).replace("*", "(.*)")}$`);
  const file = to.default.replace("./dist/", "").replace(/\.js$/, ".ts").replace("*", "$1");
  return [{ find, replacement: root + file }];
});
