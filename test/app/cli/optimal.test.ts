import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bankshot, scratch } from "./run.js";

test("several starts of an optimal motion: minima with their contacts, and a report that draws the controls", async () => {
  const out = scratch();
  const { code, out: text } = await bankshot(["solve", "optimal/pusher", "--starts", "2", "--out", out]);
  expect(code).toBe(0);
  expect(text).toMatch(/Local minima +contacts +cost/);
  expect(text).toMatch(/1–18 floor, 19–40 contact and floor +7\.8056195/);
  const html = readFileSync(join(out, "report.html"), "utf8");
  expect(html).toContain("local minima</h2>");
  expect(html).toContain("Control push");
  expect(html).toContain("Cost by step");
  expect(html).toContain("bankshot solve optimal/pusher --starts 2");
});

test("a report tells what the steps cost, what the end, and both together", async () => {
  const out = scratch();
  const { code } = await bankshot(["solve", "optimal/stewart-anitescu", "--out", out]);
  expect(code).toBe(0);
  const html = readFileSync(join(out, "report.html"), "utf8");
  const [, steps, end, all] = /The steps cost ([\d.e-]+), the end ([\d.e-]+), ([\d.e-]+) in all\./
    .exec(html)!
    .map(Number);
  // (x(T) − 5/3)²
  const { values } = JSON.parse(readFileSync(join(out, "result.json"), "utf8")) as { values: Record<string, number> };
  expect(end).toBeCloseTo((values["end.x"] - 5 / 3) ** 2, 7);
  // six digits are printed
  expect(steps + end).toBeCloseTo(all, 4);
});

test("as JSON an optimal motion has its cost and its order", async () => {
  const { code, out } = await bankshot(["solve", "optimal/disk", "--json"]);
  expect(code).toBe(0);
  const { values, order, sequence } = JSON.parse(out);
  expect(Math.abs(values.cost / 6.99342031 - 1)).toBeLessThan(1e-7);
  expect(order).toBe("second");
  expect(sequence).toBe("1–40 line");
});

test("controls are shown with their bounds, and starts are refused where there are none", async () => {
  const shown = await bankshot(["show", "optimal/block"]);
  expect(shown.out).toMatch(/Controls\npush +N +-control\.max to control\.max +push at the centre of mass/);
  const refused = await bankshot(["solve", "rolling/disk", "--starts", "2"]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("--starts is for problems whose objective varies controls");
});
