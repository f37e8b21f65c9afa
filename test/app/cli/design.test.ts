import { describe, expect, it } from "vitest";
import { bankshot } from "./run.js";

describe("bankshot design", () => {
  it("prints one object with its design and evaluations", async () => {
    const { code, out } = await bankshot(["design", "feeder/reorient-design", "--json"]);
    const found = JSON.parse(out);
    expect(code).toBe(0);
    expect(found.status).toBe("solved");
    expect(found.evaluations).toBeLessThanOrEqual(60);
    expect(found.values.evaluations).toBe(found.evaluations);
    expect(found.values["design.corner.x"]).toBeCloseTo(4.93, 2);
    expect(found.expected.every(({ holds }: { holds: boolean }) => holds)).toBe(true);
  });

  it("is what check runs where a design is expected", async () => {
    const { code, out } = await bankshot(["check", "feeder/reorient-design"]);
    expect(out).toContain("all hold");
    expect(code).toBe(0);
  });

  it.each([
    [["feeder/reorient"], "objective"],
    [["feeder/reorient-design", "--starts", "0"], "--starts"],
    [["feeder/reorient-design", "--starts", "many"], "--starts"],
    [["feeder/reorient-design", "--start", "line"], "--start"],
    [["feeder/reorient-design", "--set", "corner.z=5"], "corner.z"],
  ])("refuses %j", async (words, field) => {
    const { code, out } = await bankshot(["design", ...words, "--json"]);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ status: "bad-input", field });
  });
});
