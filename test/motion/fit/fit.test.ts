import { describe, expect, it } from "vitest";
import { problem as belt } from "../../../problems/drives/belt.js";
import { randomNumbers } from "../../../src/algebra/random.js";
import { atRest, compliant, last, mul, parameter, simulate } from "../../../src/index.js";
import { fit as estimate } from "../../../src/motion/fit/fit.js";
import type { Fitting, Recording } from "../../../src/motion/fit/fitting.js";
import type { FitOptions } from "../../../src/motion/fit/result.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { asked, noise, set, slide } from "./slide.js";

const none = {};
const ask = (recordings: readonly Recording[], more: Partial<Fitting> = none, options: FitOptions = { set }) =>
  estimate(belt, more === none ? asked : { ...asked, ...more }, recordings, options);

describe("a fit", () => {
  it("finds friction and launches from slides, in their intervals as often as these say", async () => {
    let [inside, count] = [0, 0];
    for (let seed = 1; seed <= 60; seed++) {
      const { status, estimates, recordings } = await ask([slide(seed)]);
      expect(status).toBe("solved");
      const [low, high] = estimates.friction.interval;
      // steps of backward Euler are behind by half a step of slowing, which is a part of the launch
      const v = recordings[0].estimates["block.v"].value;
      expect(Math.abs(v - 1.1)).toBeLessThan(0.05);
      if (low <= 0.45 && 0.45 <= high) inside++;
      count++;
    }
    // of a binomial distribution with 95 %, three deviations to either side; 1000 of them are in the bench
    expect(inside / count).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / count));
  });

  it("knows the better, the more recordings there are, and is that of the normal equations", async () => {
    const one = await ask([slide(1)]);
    const four = await ask([slide(1), slide(2, { v: 0.9 }), slide(3, { v: 1.3 }), slide(4)]);
    expect(four.estimates.friction.deviation).toBeLessThan(0.7 * one.estimates.friction.deviation);
    // x = v t − μ g (t² + h t)/2 in the steps of backward Euler: an ordinary line in v and μ
    const h = 0.005;
    const rows = [...slide(1).t].map((t) => [t, (-9.81 * (t * t + h * t)) / 2] as const);
    const sum = (i: 0 | 1, j: 0 | 1): number => rows.reduce((all, row) => all + row[i] * row[j], 0) / noise ** 2;
    const deviation = Math.sqrt(sum(0, 0) / (sum(0, 0) * sum(1, 1) - sum(0, 1) ** 2));
    expect(one.estimates.friction.deviation / deviation).toBeCloseTo(1, 2);
  });

  it("says which parameters its recordings do not tell apart", async () => {
    const { status, message, estimates } = await ask([slide(1)], {
      shared: { friction: { guess: 0.3 }, gravity: { guess: 9 } },
    });
    expect(status).toBe("singular");
    expect(message).toMatch(/do not determine friction, gravity\./);
    expect(estimates.gravity.deviation).toBeNaN();
  });

  it.each([
    [{ friction: 0.3, mass: 1 }, "mass"],
    [{ friction: 0.3, stiffness: 1e4 }, "stiffness"],
    [{ friction: 0.3, mass: 1, stiffness: 1e4, damping: 10 }, "mass, stiffness, damping"],
    [{ friction: 0.3, gravity: 9, mass: 1 }, "friction, gravity, mass"],
  ])("names what rows say nothing of, which goes nowhere and spoils nothing: %j", async (guesses, loose) => {
    const shared = Object.fromEntries(Object.entries(guesses).map(([name, guess]) => [name, { guess }]));
    const { status, message, estimates } = await ask([slide(1)], { shared });
    expect(status).toBe("singular");
    expect(message).toContain(`do not determine ${loose}.`);
    const slowing = estimates.friction.value * (estimates.gravity?.value ?? 9.81);
    expect(Math.abs(slowing / (0.45 * 9.81) - 1)).toBeLessThan(0.03);
  });

  it("knows what is determined as well where something else is not", async () => {
    const alone = await ask([slide(1)]);
    const beside = await ask([slide(1)], { shared: { friction: { guess: 0.3 }, mass: { guess: 1 } } });
    const own = ({ estimates, recordings: [one] }: typeof alone) => [estimates.friction, one.estimates["block.v"]];
    own(beside).forEach(({ deviation }, i) => {
      expect(deviation / own(alone)[i].deviation).toBeCloseTo(1, 4);
    });
    expect(beside.estimates.mass.deviation).toBeNaN();
    // of friction times gravity as much is known as of friction, and the launch beside it
    const pair = await ask([slide(1)], { shared: { friction: { guess: 0.3 }, gravity: { guess: 9 } } });
    expect(own(pair)[1].deviation / own(alone)[1].deviation).toBeCloseTo(1, 4);
  });

  it("names what a recording does not determine of its own", async () => {
    const each = { "block.v": { guess: 0.8 }, mass: { guess: 1 } };
    const { status, message, estimates, recordings } = await ask([slide(1), slide(2)], { each });
    expect(status).toBe("singular");
    expect(message).toContain("slide 1 and 1 more do not determine mass of their own.");
    expect(estimates.friction.deviation).toBeGreaterThan(0);
    expect(recordings[1].estimates["block.v"].deviation).toBeGreaterThan(0);
    expect(recordings[1].estimates.mass.deviation).toBeNaN();
  });

  it("reaches as far as steps move it with what each recording has of its own, too", async () => {
    const { message, recordings } = await ask([slide(1), slide(2)]);
    expect(message).toContain("Steps half as long move block.v by");
    for (const { estimates } of recordings) {
      const [low, high] = estimates["block.v"].interval;
      expect(low).toBeLessThan(1.1);
      expect(high).toBeGreaterThan(1.1);
    }
  });

  it("holds what is known before to its prior", async () => {
    const shared = {
      friction: { guess: 0.3 },
      gravity: { guess: 9, prior: { mean: 9.81, deviation: 0.01 } },
    };
    const { status, estimates } = await ask([slide(1)], { shared });
    expect(status).toBe("solved");
    expect(estimates.gravity.value).toBeCloseTo(9.81, 3);
    expect(estimates.gravity.deviation).toBeCloseTo(0.01, 3);
    expect(Math.abs(estimates.friction.value - 0.45)).toBeLessThan(4 * estimates.friction.deviation);
  });

  it("names an outlier, and a robust loss does not follow it", async () => {
    const wild = slide(1, { wild: 0.02 });
    const plain = await ask([wild]);
    const robust = await ask([wild], { loss: { kind: "cauchy", width: 2 } });
    const away = ({ estimates }: typeof plain): number => Math.abs(estimates.friction.value - 0.45);
    expect(robust.recordings[0].outliers).toEqual([13]);
    expect(away(robust)).toBeLessThan(0.5 * away(plain));
    const huber = await ask([wild], { loss: { kind: "huber", width: 1.5 } });
    expect(away(huber)).toBeLessThan(away(plain));
  });

  it("finds what a robust loss sees from afar, where squares of far rows hardly count", async () => {
    const loss = { kind: "cauchy", width: 2.385 } as const;
    for (let seed = 21; seed <= 26; seed++) {
      const random = randomNumbers(100 + seed);
      const clean = slide(seed, { rows: 40, every: 0.004 });
      // a tenth of the rows are off by much
      const x = clean.columns.x.map((at) => at + (random() < 0.1 ? 80 * noise * (random() - 0.5) : 0));
      const { status, estimates } = await estimate(belt, { ...asked, loss }, [{ ...clean, columns: { x } }], {
        set,
        starts: 1,
      });
      expect([seed, status]).toEqual([seed, "solved"]);
      const { value, deviation } = estimates.friction;
      expect(Math.abs(value - 0.45)).toBeLessThan(4 * deviation);
    }
  });

  it("keeps parameters in their ranges, and says which end they are at", async () => {
    const narrow: Problem = {
      ...belt,
      parameters: { ...belt.parameters, friction: { ...belt.parameters.friction, max: 0.4 } as never },
    };
    const { status, message, estimates } = await estimate(narrow, asked, [slide(1)], { set });
    expect(status).toBe("solved");
    expect(estimates.friction.value).toBe(0.4);
    expect(message).toContain("friction ended at the end of the declared range.");
  });

  it("looks for a parameter in a part of its range, where that is asked", async () => {
    const narrow = (friction: object): Promise<unknown> =>
      ask([slide(1)], { shared: { friction } as Fitting["shared"] });
    const { status, message, estimates } = await ask([slide(1)], { shared: { friction: { min: 0.1, max: 0.4 } } });
    expect(status).toBe("solved");
    expect(estimates.friction.value).toBe(0.4);
    expect(estimates.friction.interval[1]).toBeLessThanOrEqual(0.4);
    expect(message).toContain("friction ended at the end of the declared range.");
    const wide = await ask([slide(1)], { shared: { friction: { min: 0.2, max: 0.9 } } });
    expect(wide.estimates.friction.value).toBeCloseTo(0.45, 1);
    await expect(narrow({ min: -1 })).rejects.toThrow(
      "fit.shared.friction.min -1 is below the declared range, from 0.",
    );
    await expect(narrow({ max: 4 })).rejects.toThrow("fit.shared.friction.max 4 is above the declared range, to 3.");
    await expect(narrow({ min: 0.5, max: 0.4 })).rejects.toThrow("fit.shared.friction: min 0.5 must be below max 0.4.");
  });

  it("that explains nothing is not solved, and says of which recordings", async () => {
    const random = randomNumbers(5);
    const noiseAlone = { ...slide(1), name: "noise", columns: { x: slide(1).t.map(() => 0.2 * random() - 0.1) } };
    const alone = await ask([noiseAlone]);
    expect(alone.status).toBe("infeasible");
    expect(alone.message).toMatch(/No motion near these estimates explains noise \(.* times the noise/);
    const among = await ask([slide(1), noiseAlone, slide(2)]);
    expect(among.status).toBe("infeasible");
    // a noise that is declared ten times too small widens intervals and no more
    const { status, message } = await ask([slide(1)], { measured: { x: { of: last("block.x"), noise: noise / 10 } } });
    expect(status).toBe("solved");
    expect(message).toContain("times the declared noise");
  });

  it("that is thirty times its noise away is not solved, however much of the spread it explains", async () => {
    const recording = { ...slide(1), columns: { ...slide(1).columns, y: slide(1).t.map(() => 0) } };
    const measured = { x: { of: last("block.x"), noise: noise / 500 }, y: { of: mul(0, last("block.x")), noise } };
    const { status, message } = await ask([recording], { measured });
    expect(status).toBe("infeasible");
    const [, left, spread] =
      /slide 1 \(([\d.e+]+) times the noise, where it spreads by ([\d.e+]+), most of it in column x\)/
        .exec(message)!
        .map(Number);
    expect(left).toBeGreaterThan(30);
    expect(left).toBeLessThan(0.5 * spread);
    expect(message).toContain("Look at units");
  });

  it("is refused where rounding alone moves a row by more than its noise: it ended in the fault of a library", async () => {
    const steep = { of: mul(1e160, parameter("friction"), last("block.x")), noise: 1 };
    const one = slide(1);
    const recording = { ...one, columns: { ...one.columns, steep: one.t.map(() => 0) } };
    await expect(ask([recording], { measured: { ...asked.measured, steep } })).rejects.toThrow(
      /slide 1 is lost in rounding at the first guess/,
    );
  });

  it("has intervals that reach the truth over the error of its steps", async () => {
    // with its launch known all of that error is in the friction
    const coarse = { "belt.v": 0, "block.v": 0.9, time: 0.2, "grid.steps": 10 };
    let [inside, without] = [0, 0];
    for (let seed = 1; seed <= 20; seed++) {
      const recordings = [slide(seed, { v: 0.9, every: 0.02, rows: 11 })];
      const { status, estimates, message } = await ask(recordings, { each: {} }, { set: coarse });
      const { value, interval, deviation } = estimates.friction;
      expect(status).toBe("solved");
      expect(message).toContain("intervals reach twice as far");
      if (interval[0] <= 0.45 && 0.45 <= interval[1]) inside++;
      if (Math.abs(value - 0.45) <= 1.96 * deviation) without++;
    }
    expect(inside).toBeGreaterThanOrEqual(18);
    expect(without).toBe(0);
  });

  it("is not solved by a motion that is against a law", async () => {
    const model = compliant({
      gravity: [0, 0, -9.81],
      bodies: [{ name: "ball", space: "spatial", mass: 0.1, inertia: 1e-4 }],
      contacts: [
        {
          name: "floor",
          body: "ball",
          shape: { kind: "ball", radius: 0.05 },
          against: { kind: "box", half: [1, 1, 0.5] },
          friction: 0.3,
          stiffness: parameter("stiffness"),
          damping: 1,
          coneSmoothing: 1e-4,
        },
      ],
    });
    const number = (value: number) => ({ value, unit: "1", meaning: "of a test" });
    const dropped: Problem = {
      name: "drop",
      title: "A ball falls on a box",
      model,
      parameters: { stiffness: number(1000), "launch.vz": number(-1) },
      start: { ...atRest(model), "ball.z": 0.56, "ball.vz": parameter("launch.vz") },
      grid: { steps: 100, h: 0.001 },
      values: {},
    };
    const question: Fitting = { measured: { z: { of: last("ball.z"), noise: 1e-3 } }, shared: { "launch.vz": {} } };
    for (const [stiffness, wanted] of [
      [1000, "solved"],
      [20, "unphysical"],
    ] as const) {
      // the motion itself, recorded every ten steps
      const { trajectory } = await simulate(dropped, { set: { stiffness }, gridError: false });
      const every = (column: Float64Array): Float64Array => column.filter((_, k) => k % 10 === 0);
      const recording = { name: "drop 1", t: every(trajectory.t), columns: { z: every(trajectory.columns["ball.z"]) } };
      const { status, message, estimates } = await estimate(dropped, question, [recording], { set: { stiffness } });
      expect(status, message).toBe(wanted);
      expect(estimates["launch.vz"].value).toBeCloseTo(-1, 9);
      if (wanted === "unphysical") expect(message).toMatch(/^The fitted motion of drop 1 is against a law: deepest/);
    }
  });

  it("is cancelled where its signal says so, with the best so far", async () => {
    const { status, estimates } = await ask([slide(1)], {}, { set, signal: AbortSignal.abort() });
    expect(status).toBe("cancelled");
    expect(estimates.friction.value).toBe(0.3);
  });

  it.each<[string, Partial<Fitting>, (one: Recording) => readonly Recording[], RegExp]>([
    ["no recording", {}, () => [], /at least one recording/],
    ["a parameter that is none", { shared: { frictoin: {} } }, (one) => [one], /fit\.shared.*did you mean friction/],
    ["a column that is none", { each: { "block.v": { guess: "vx" } } }, (one) => [one], /slide 1: .*column.*vx/],
    ["time that stands still", {}, (one) => [{ ...one, t: one.t.map(() => 0) }], /the time of row 2 is not after/],
    [
      "a hole in a column",
      {},
      (one) => [{ ...one, columns: { x: one.columns.x.map((x, i) => (i === 4 ? Number.NaN : x)) } }],
      /row 5 of column x is no finite number/,
    ],
    [
      "less data than unknowns",
      {},
      (one) => [{ ...one, t: one.t.slice(0, 1), columns: { x: one.columns.x.slice(0, 1) } }],
      /at least two rows/,
    ],
    ["a parameter twice", { each: { friction: {} } }, (one) => [one], /friction is shared/],
    [
      "a noise of zero",
      { measured: { x: { of: last("block.x"), noise: 0 } } },
      (one) => [one],
      /fit?\.?measured\.x\.noise/,
    ],
  ])("refuses %s in one sentence", async (_, more, recordings, message) => {
    await expect(ask(recordings(slide(1)), more)).rejects.toThrow(message);
  });
});

it("a recording is told as the states nearest to the fitted ones that give what was measured", async () => {
  const recording = slide(1);
  const { status, replays } = await estimate(belt, asked, [recording], { set, replay: true });
  expect(status).toBe("solved");
  const [{ recorded }] = replays!;
  recorded.columns["block.x"].forEach((x, i) => {
    expect(x).toBeCloseTo(recording.columns.x[i], 9);
  });
});
