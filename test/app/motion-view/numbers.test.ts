import { describe, expect, it } from "vitest";
import { brief, briefText, readable } from "../../../src/app/motion-view/numbers.js";

describe("numbers in texts of the page", () => {
  it.each([
    ["The objective is 0.51385 within 1.5e-14.", "The objective is 0.5139 within 1.5e-14."],
    ["0 global iterations, 100188 unknowns, 4.56 s", "0 global iterations, 100188 unknowns, 4.56 s"],
    ["min(0.0001, 0.000010295616717635065*mass)", "min(0.0001, 1.03e-5*mass)"],
    ["6.283185307179586/speed, from -0.095776 to 2.0000 m", "6.283/speed, from -0.09578 to 2 m"],
    ["ball2.x, box.12345 and version 1.22222.3", "ball2.x, box.12345 and version 1.22222.3"],
    ["misses by 3.7223e-18.", "misses by 0."],
    ["end.angle = 0.39914 instead of -0, end.x-0.5 of a-0", "end.angle = 0.3991 instead of 0, end.x-0.5 of a-0"],
  ])("%s", (text, short) => {
    expect(briefText(text)).toBe(short);
  });

  it("say none where there is no number", () => {
    expect([Number.NaN, null, undefined].map(readable)).toEqual(["none", "none", "none"]);
    expect(brief(Number.NaN)).toBe("none");
  });

  it("have at most four digits where there is little room, and zero is 0", () => {
    expect([2.1e-15, -1e-13, 12345.678, 1.23456e-7, 1].map(brief)).toEqual(["0", "0", "12350", "1.235e-7", "1"]);
  });
});
