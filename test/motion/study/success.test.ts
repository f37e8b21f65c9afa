import { describe, expect, it } from "vitest";
import { quantile } from "../../../src/motion/study/distributions.js";
import { pointsOf } from "../../../src/motion/study/points.js";
import type { Distribution } from "../../../src/motion/study/study.js";
import { mostLikely, successAt } from "../../../src/motion/study/success.js";
import type { Trial, Trials } from "../../../src/motion/study/trial.js";
import { finish } from "../../finish.js";

type Margins = (x: Float64Array, drawn: readonly number[]) => Trial | undefined;

/** Trials of margins that are formulas, on points of a sequence. */
function trials(over: readonly Distribution[], count: number, seed: number, margins: Margins): Trials {
  const points = pointsOf("sobol", { samples: count, dimensions: over.length, seed });
  const first = margins(
    Float64Array.of(0, 0),
    over.map((one) => quantile(one, 0.5)),
  );
  return {
    count,
    asks: first?.margins.length ?? 1,
    isSmooth: first?.slopes !== undefined,
    *run(x, k) {
      return margins(
        x,
        over.map((one, d) => quantile(one, points[k * over.length + d])),
      );
    },
  };
}

const box = { min: -5, max: 5 };
const both: Distribution[] = [{ normal: [0, 0.5] }, { normal: [0, 0.5] }];

/** Inside the disk of radius 1 about (1, 2). */
const disk: Margins = ([x, y], [a, b]) => {
  const [u, v] = [x + a - 1, y + b - 2];
  const r = Math.hypot(u, v);
  return { margins: Float64Array.of(1 - r), slopes: Float64Array.of(-u / r, -v / r) };
};

describe("the most probable success", () => {
  it("aims at the middle of a disk, and claims what Rayleigh's distribution says", async () => {
    const found = await mostLikely({
      chosenBy: trials(both, 256, 1, disk),
      toldBy: trials(both, 4096, 2, disk),
      ranges: [box, box],
      from: [Float64Array.of(-3, -3)],
    });
    expect(found.status).toBe("solved");
    expect(found.x[0]).toBeCloseTo(1, 1);
    expect(found.x[1]).toBeCloseTo(2, 1);
    const claimed = 1 - Math.exp(-1 / (2 * 0.25));
    expect(found.success.interval[0]).toBeLessThan(claimed);
    expect(found.success.interval[1]).toBeGreaterThan(claimed);
    expect(found.atStart.share).toBeLessThan(0.01);
  });

  it.each([true, false])(
    "finds a disk and a scatter that are a millionth of the ranges (with slopes: %s)",
    async (isSmooth) => {
      const r = 1e-5;
      const scatter: Distribution[] = [{ normal: [0, r / 2] }, { normal: [0, r / 2] }];
      const tiny: Margins = (x, drawn) => {
        const { margins, slopes } = disk(x, drawn)!;
        return { margins: Float64Array.of(margins[0] - 1 + r), ...(isSmooth && { slopes }) };
      };
      const found = await mostLikely({
        chosenBy: trials(scatter, 128, 1, tiny),
        toldBy: trials(scatter, 1024, 2, tiny),
        ranges: [box, box],
        from: [Float64Array.of(-3, -3)],
      });
      expect(found.status).toBe("solved");
      expect(Math.hypot(found.x[0] - 1, found.x[1] - 2)).toBeLessThan(0.1 * r);
      const claimed = 1 - Math.exp(-2);
      expect(found.success.interval[0]).toBeLessThan(claimed);
      expect(found.success.interval[1]).toBeGreaterThan(claimed);
    },
  );

  it("leaves the middle where the scatter is lopsided, with slopes and without", async () => {
    // |x + ξ| ≤ 1 of ξ triangular from 0 to 4 with its mode at 0: P = F(1 − x) − F(−1 − x) is largest at x = −1, 3/4; the mean aims at −4/3, 2/3
    const scatter: Distribution[] = [{ triangular: [0, 0, 4] }];
    for (const isSmooth of [true, false]) {
      const band: Margins = ([x], [a]) => {
        const slopes = { slopes: Float64Array.of(-Math.sign(x + a)) };
        return { margins: Float64Array.of(1 - Math.abs(x + a)), ...(isSmooth && slopes) };
      };
      const found = await mostLikely({
        chosenBy: trials(scatter, 512, 3, band),
        toldBy: trials(scatter, 4096, 4, band),
        ranges: [box],
        from: [Float64Array.of(-4 / 3), Float64Array.of(2)],
      });
      expect(found.x[0]).toBeGreaterThan(-1.25);
      expect(found.x[0]).toBeLessThan(-0.95);
      expect(found.success.share).toBeGreaterThan(0.73);
      expect(found.success.share).toBeLessThan(0.76);
    }
  });

  it("holds several asks in units of their own, and counts what breaks off as missed", async () => {
    // x within ±1 after a scatter of .2, and 1000 x at least 0; draws beyond .4 break off: P(ξ > .4) = .0228
    const asks: Margins = ([x], [a]) =>
      a > 0.4
        ? undefined
        : { margins: Float64Array.of(1 - Math.abs(x + a), 1000 * x), slopes: Float64Array.of(-Math.sign(x + a), 1000) };
    const scatter: Distribution[] = [{ normal: [0, 0.2] }];
    const found = await mostLikely({
      chosenBy: trials(scatter, 256, 5, asks),
      toldBy: trials(scatter, 4096, 6, asks),
      ranges: [box],
      from: [Float64Array.of(-2)],
    });
    expect(found.success.broken / found.success.of).toBeCloseTo(0.0228, 2);
    expect(found.success.share).toBeGreaterThan(0.97);
  });

  it("begins anew from elsewhere in the ranges where no slope leads to where draws end as asked", async () => {
    // within .5 of 3 after a scatter of .2, and on a plateau further than 1 from it: P(|ξ| ≤ .5) = .9876
    const island: Margins = ([x], [a]) => {
      const away = x + a - 3;
      const isNear = Math.abs(away) < 1;
      return {
        margins: Float64Array.of(isNear ? 0.5 - Math.abs(away) : -0.5),
        slopes: Float64Array.of(isNear ? -Math.sign(away) : 0),
      };
    };
    const scatter: Distribution[] = [{ normal: [0, 0.2] }];
    const { status, x, success } = await mostLikely({
      chosenBy: trials(scatter, 128, 5, island),
      toldBy: trials(scatter, 4096, 6, island),
      ranges: [box],
      from: [Float64Array.of(-2)],
    });
    expect(status).toBe("solved");
    expect(Math.abs(x[0] - 3)).toBeLessThan(0.1);
    expect(success.share).toBeGreaterThan(0.97);
  });

  it("keeps its start where nothing does better, and says nothing of what always breaks off", async () => {
    const at = { ranges: [box, box], from: [Float64Array.of(1, 2)] };
    const sure: Margins = () => ({ margins: Float64Array.of(-1), slopes: Float64Array.of(0, 0) });
    const hopeless = await mostLikely({
      chosenBy: trials(both, 16, 1, sure),
      toldBy: trials(both, 64, 2, sure),
      ...at,
    });
    expect(hopeless.status).toBe("infeasible");
    expect(hopeless.success.share).toBe(0);
    const broken = (): undefined => undefined;
    const none = await mostLikely({
      chosenBy: trials(both, 16, 1, broken),
      toldBy: trials(both, 64, 2, broken),
      ...at,
    });
    expect(none.status).toBe("not-finite");
  });

  it("claims a share that 10 000 independent draws find in its interval", () => {
    const claimed = finish(successAt(trials(both, 2048, 7, disk), Float64Array.of(1.2, 2.4)));
    const points = pointsOf("random", { samples: 10_000, dimensions: 2, seed: 99 });
    let passed = 0;
    for (let k = 0; k < 10_000; k++) {
      const [a, b] = both.map((one, d) => quantile(one, points[2 * k + d]));
      if (Math.hypot(0.2 + a, 0.4 + b) <= 1) passed++;
    }
    expect(passed / 10_000).toBeGreaterThan(claimed.interval[0]);
    expect(passed / 10_000).toBeLessThan(claimed.interval[1]);
  });
});
