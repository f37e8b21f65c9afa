import { describe, expect, it } from "vitest";
import { denseLu } from "../../../src/solve/linear.js";
import { type NewtonSettings, newton } from "../../../src/solve/newton/newton.js";
import { refuseSettings, withDefaults } from "../../../src/solve/newton/settings.js";
import { plainMcp } from "./plain.js";

describe("settings", () => {
  it("are at most eight, and each has a default", () => {
    expect(Object.keys(withDefaults({})).length).toBeLessThanOrEqual(8);
    expect(withDefaults({ tolerance: undefined } as unknown as NewtonSettings).tolerance).toBe(1e-10);
    expect(refuseSettings({})).toBeUndefined();
    expect(refuseSettings({ memory: 1e4, maxIterations: 0, restarts: 0, seed: 0 })).toBeUndefined();
    expect(refuseSettings({ memory: 1 })).toBeUndefined();
    expect(refuseSettings({ tolerance: 1e-3, linear: denseLu, complementarity: "minimum" })).toBeUndefined();
  });

  it.each([
    [{ tolerance: 0 }, "tolerance must be a positive number, it is 0."],
    [{ tolerance: Number.NaN }, "tolerance must be a positive number, it is NaN."],
    [{ tolerance: "1e-6" }, 'tolerance must be a positive number, it is "1e-6".'],
    [{ maxIterations: 1.5 }, "maxIterations must be a whole number from 0, it is 1.5."],
    [{ memory: 0 }, "memory must be a whole number from 1 to 10000, it is 0."],
    [{ memory: 10001 }, "memory must be a whole number from 1 to 10000, it is 10001."],
    // eight gigabytes
    [{ memory: 1e9 }, "memory must be a whole number from 1 to 10000, it is 1000000000."],
    [{ restarts: -1 }, "restarts must be a whole number from 0, it is -1."],
    [{ seed: Infinity }, "seed must be a whole number from 0, it is Infinity."],
    [{ linear: "dense" }, 'linear must be sparseLu or denseLu, it is "dense".'],
    [
      { complementarity: "fisher" },
      'complementarity must be one of fischer, penalised-fischer, minimum, it is "fisher"; did you mean fischer?',
    ],
    [{ toleranse: 1 }, 'There is no setting "toleranse"; did you mean tolerance?'],
  ])("%j are refused in one sentence", (settings, sentence) => {
    expect(() => newton(settings as NewtonSettings)).toThrow(new RangeError(sentence));
  });
});

describe("an Mcp", () => {
  const good = { lower: [0, 0], upper: [1, 1], rows: () => [0, 0], slope: () => 0 };
  const start = Float64Array.of(0, 0);

  it.each([
    [{ lower: [0, Number.NaN] }, "lower of z2 must be a number or -Infinity, it is NaN."],
    [{ upper: [Number.NaN, 1] }, "upper of z1 must be a number or Infinity, it is NaN."],
    [{ lower: [0, 2] }, "lower of z2 must be at most upper = 1, it is 2."],
    [{ lower: [Infinity, 0], upper: [Infinity, 1] }, "lower of z1 must be a number or -Infinity, it is Infinity."],
    [{ lower: [-Infinity, 0], upper: [-Infinity, 1] }, "upper of z1 must be a number or Infinity, it is -Infinity."],
    [{ scale: [1, 0] }, "scale of z2 must be a positive number, it is 0."],
    [{ upper: [1] }, "upper must have 2 entries, it has 1."],
  ])("with %j is refused at the door", (wrong, sentence) => {
    expect(() => newton().init(plainMcp({ ...good, ...wrong }), start)).toThrow(new RangeError(sentence));
  });

  it("is refused with a start that is not finite or of another length", () => {
    const mcp = plainMcp(good);
    expect(() => newton().init(mcp, Float64Array.of(0, Number.NaN))).toThrow(
      "start of z2 must be a finite number, it is NaN.",
    );
    expect(() => newton().init(mcp, Float64Array.of(0))).toThrow("start must have 2 entries, it has 1.");
  });
});
