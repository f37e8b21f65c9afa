import { afterAll, afterEach } from "vitest";
import { browsers, type Visit, type Visitor } from "./chromium.js";

export { noBrowser, served } from "./chromium.js";

/** A browser for the tests of a file: started when first asked for, its pages closed after each test, itself after all. */
export function browserForTests(lives: "long" | "briefly" = "briefly"): (visitor?: Visitor) => Promise<Visit> {
  const { visit, leave, close } = browsers(lives);
  // a page left open goes on drawing, and slows the next
  afterEach(leave);
  afterAll(close);
  return visit;
}
