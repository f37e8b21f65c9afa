import { describe, expect, it } from "vitest";
import { problem as roll } from "../../../problems/rolling/ball-roll.js";
import type { ModelViews } from "../../../src/mechanics/views.js";
import { simulate } from "../../../src/motion/solve.js";
import { certify, type Observed } from "../../../src/motion/trajectory/certificate.js";

const none = { value: 0, step: 0, row: "" };
const observed = (columns: Record<string, number[]>, pairs: [string, number[], number[]][] = []): Observed => ({
  columns: Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, Float64Array.from(values)])),
  pairs: pairs.map(([name, a, b]) => ({ name, a: Float64Array.from(a), b: Float64Array.from(b) })),
});

const views: ModelViews = {
  contacts: ["a", "b"].map((name) => ({
    name,
    columns: { separation: `${name}.separation`, coneExcess: `${name}.coneExcess` },
  })),
  bodies: [{ name: "ball", position: [], quaternionNorm: "ball.quaternionNorm" }],
};

/** What every law test of this suite believes: that the certificate sees where a law is broken. */
describe("a certificate", () => {
  it("names the worst entry of every law, with its row and its step", () => {
    const motion = observed(
      {
        "a.separation": [1, -1e-3, 0],
        "b.separation": [0, -2e-3, 1],
        "a.coneExcess": [-1, 0, 0.5],
        energyCreated: [-1, 0.1, 0.2],
        "ball.quaternionNorm": [1, 0.9, 1.05],
      },
      [
        ["a.normal", [3, 0, 0.2], [0, 5, 0.1]],
        ["b.normal", [0, -0.4, 0], [1, 1, 1]],
      ],
    );
    const conditions = [
      { name: "end.x", value: 0.1 },
      { name: "end.y", value: -0.3 },
    ];
    expect(certify(motion, views, conditions)).toEqual({
      penetration: { value: 2e-3, step: 2, row: "b.separation" },
      complementarity: { value: 0.4, step: 2, row: "b.normal" },
      coneExcess: { value: 0.5, step: 3, row: "a.coneExcess" },
      energyCreated: { value: 0.2, step: 3, row: "energyCreated" },
      quaternionDrift: { value: expect.closeTo(0.1, 15), step: 2, row: "ball.quaternionNorm" },
      boundaryError: { value: 0.3, step: 0, row: "end.y" },
    });
  });

  it("has nothing to name where every law is kept", () => {
    const motion = observed({ "a.separation": [0, 1], "a.coneExcess": [-1, 0], energyCreated: [0, -2] }, [
      ["a.normal", [0, 2], [1, 0]],
    ]);
    expect(new Set(Object.values(certify(motion, views, [{ name: "end", value: 0 }])))).toEqual(new Set([none]));
  });

  it("takes a gap of rounding's size for closed in elements, whatever force would close it in a short one", () => {
    const placed = { ...views, bodies: [{ name: "ball", position: ["ball.x"] }] };
    const at = (gap: number, force: number, drift = 1e-6) =>
      certify(
        observed({ "ball.x": [0.4], "a.separation": [gap] }, [["a.normal", [force], [7.6e-5]]]),
        placed,
        [],
        drift,
      );
    expect(at(7e-17, 60).complementarity).toEqual(none);
    expect(at(-7e-17, -1).complementarity.value).toBe(1);
    expect(at(1e-12, 60).complementarity.value).toBe(7.6e-5);
    expect(at(7e-17, 60, 0).complementarity.value).toBe(7.6e-5);
  });

  it("takes what sank in by less than elements see for closed, whatever force would drive it out", () => {
    const placed = { ...views, bodies: [{ name: "ball", position: ["ball.x"] }] };
    const at = (gap: number, drift = 1e-6) =>
      certify(observed({ "ball.x": [0.4], "a.separation": [gap] }, [["a.normal", [0], [-1e-3]]]), placed, [], drift)
        .complementarity.value;
    expect(at(-1e-11)).toBe(0);
    expect(at(-1e-9)).toBe(1e-3);
    expect(at(-1e-11, 0)).toBe(1e-3);
  });

  it("takes what is no number for worse than any number, whatever comes after it", () => {
    const motion = observed({ "a.separation": [0, Number.NaN, -3, Number.NaN] });
    const conditions = [
      { name: "end.x", value: Number.NaN },
      { name: "end.y", value: 0.5 },
    ];
    const { penetration, boundaryError } = certify(motion, views, conditions);
    expect(penetration).toEqual({ value: Number.NaN, step: 2, row: "a.separation" });
    expect(boundaryError).toEqual({ value: Number.NaN, step: 0, row: "end.x" });
  });

  it("looks at the columns and pairs of a motion: a ball's quaternion shrinks by √(1 + (h|ω|/2)²) a step", async () => {
    const set = { friction: 0, "spin.x": 40, "spin.y": 0, "spin.z": 30, "grid.steps": 20 };
    const { columns, certificate } = (await simulate(roll, { set })).trajectory;
    const shrunk = (1 + (0.01 * 25) ** 2) ** (-20 / 2);
    expect(certificate.quaternionDrift).toEqual({
      value: expect.closeTo(1 - shrunk, 12),
      step: 20,
      row: "ball.quaternionNorm",
    });
    for (const name of ["table.separation", "table.coneExcess", "energyCreated"])
      expect(columns[name].subarray(1).every(Number.isFinite), name).toBe(true);
  });
});
