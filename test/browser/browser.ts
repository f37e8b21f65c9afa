import { afterAll } from "vitest";
import { browsers, type Visit, type Visitor } from "./chromium.js";

export { noBrowser, served } from "./chromium.js";

/** A browser for the tests of a file: started when first asked for, closed after them. */
export function browserForTests(): (visitor?: Visitor) => Promise<Visit> {
  const { visit, close } = browsers();
  afterAll(close);
  return visit;
}
