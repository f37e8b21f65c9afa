import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fit as launchFit, problem as launchProblem } from "../../../problems/data/cube-launch.js";
import { fit as cubeFit, problem as cubeProblem } from "../../../problems/data/cube-predict.js";
import { recordingOf } from "../../../src/app/cli/recordings/read.js";
import { atRest, compliant, last, parameter, simulate } from "../../../src/index.js";
import { fit as estimate } from "../../../src/motion/fit/fit.js";
import type { Fitting, Recording } from "../../../src/motion/fit/fitting.js";
import type { Problem } from "../../../src/motion/problem/problem.js";

const model = compliant({
  gravity: [0, 0, -9.81],
  bodies: [{ name: "ball", space: "spatial", mass: 0.1, inertia: 1e-4 }],
  contacts: [
    {
      name: "floor",
      body: "ball",
      shape: { kind: "ball", radius: 0.05 },
      against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
      friction: 0.3,
      stiffness: parameter("stiffness"),
      damping: parameter("damping"),
      coneSmoothing: 1e-4,
    },
  ],
});
const number = (value: number) => ({ value, unit: "1", meaning: "of a test" });
const dropped: Problem = {
  name: "drop",
  title: "A ball falls and bounces",
  model,
  parameters: { stiffness: number(4000), damping: number(8), "launch.vx": number(1), "launch.vz": number(-1) },
  start: { ...atRest(model), "ball.z": 0.2, "ball.vx": parameter("launch.vx"), "ball.vz": parameter("launch.vz") },
  grid: { steps: 400, h: 0.001 },
  values: {},
};
const asked: Fitting = {
  measured: { x: { of: last("ball.x"), noise: 1e-3, unitsPerMeasured: 0.001 }, z: { of: last("ball.z"), noise: 1e-3 } },
  shared: {},
  each: { "launch.vx": { guess: 0.9 }, "launch.vz": { guess: -0.9 } },
  rowsAfterTouch: -1,
  predicts: [2, 10],
  misses: { away: { columns: ["x"], unit: "mm" }, high: { columns: ["z"], unit: "µm", times: 1e6 } },
};

/** The motion itself, seen every ten steps; x in millimetres. */
async function seen(set = {}): Promise<Recording> {
  const { trajectory } = await simulate(dropped, { set, gridError: false });
  const every = (column: Float64Array): Float64Array => column.filter((_, k) => k % 10 === 0);
  const { "ball.x": x, "ball.z": z } = trajectory.columns;
  return { name: "drop", t: every(trajectory.t), columns: { x: every(x).map((value) => 1000 * value), z: every(z) } };
}

/** The recording with some rows of z changed. */
function changed(recording: Recording, from: number, by: number): Recording {
  const z = recording.columns.z.map((value, i) => (i >= from ? value + by : value));
  return { ...recording, columns: { ...recording.columns, z } };
}

/** It falls .15 m from 1 m/s: it touches after .09996 s, in a step that ends with row 11 or before. */
const touch = Math.ceil((Math.sqrt(1 + 2 * 9.81 * 0.15) - 1) / 9.81 / 0.01);

describe("predictions", () => {
  it("are met by the motion itself, and asked of nothing behind the first contact", async () => {
    const recording = await seen();
    const { status, message, recordings, predictions } = await estimate(dropped, asked, [recording]);
    expect(status, message).toBe("solved");
    expect(message).toBe("Fitted parameters of their own from 1 recording.");
    expect(recordings[0].estimates["launch.vz"].value).toBeCloseTo(-1, 6);
    expect(predictions.map(({ rowsAfterTouch }) => rowsAfterTouch)).toEqual([2, 10]);
    for (const { misses } of predictions) expect(misses.high.median).toBeLessThan(0.1);
    // a recording that goes elsewhere then gives the same launch to the bit, and misses by as much
    const elsewhere = await estimate(dropped, asked, [changed(recording, touch, 0.02)]);
    expect(elsewhere.recordings).toEqual(recordings);
    expect(elsewhere.predictions[1].misses.high.largest / 1e6).toBeCloseTo(0.02, 6);
    expect(elsewhere.predictions[1].misses.away).toMatchObject({
      unit: "mm",
      median: predictions[1].misses.away.median,
    });
    // and one that was elsewhere before gives another
    const before = await estimate(dropped, asked, [changed(recording, touch - 3, 0.02)]);
    expect(Math.abs(before.recordings[0].estimates["launch.vz"].value + 1)).toBeGreaterThan(0.01);
  });

  it("differ from the recording as another contact does", async () => {
    const [soft, hard] = [await seen({ damping: 8 }), await seen({ damping: 2 })];
    const { predictions } = await estimate(dropped, asked, [hard]);
    const row = touch + 10;
    const away = Math.abs(soft.columns.z[row] - hard.columns.z[row]);
    expect(away).toBeGreaterThan(0.005);
    expect(predictions[1].misses.high.largest / 1e6).toBeCloseTo(away, 6);
  });

  it("are no greener than the laws that the motion breaks on the way to them", async () => {
    const soft = { stiffness: 20, damping: 0.5 };
    const recording = await seen(soft);
    // the flight alone is lawful, and so is all that is asked of it
    const { predicts: _, ...flight } = asked;
    expect((await estimate(dropped, flight, [recording], { set: soft })).status).toBe("solved");
    const { status, message } = await estimate(dropped, asked, [recording], { set: soft });
    expect(status).toBe("unphysical");
    expect(message).toMatch(/^The fitted motion of drop is against a law: deepest/);
  });

  it("are medians and the largest of several, each column by itself where nothing else is said", async () => {
    const recording = await seen();
    const several = [0, 0.01, 0.03].map((by, i) => ({ ...changed(recording, touch, by), name: `drop ${i}` }));
    const { misses: _, ...plain } = asked;
    const { predictions } = await estimate(dropped, plain, several);
    expect(Object.keys(predictions[0].misses)).toEqual(["x", "z"]);
    expect(predictions[0].misses.z.median).toBeCloseTo(0.01, 6);
    expect(predictions[0].misses.z.largest).toBeCloseTo(0.03, 6);
    expect(predictions[0].misses.z.recordings["drop 1"]).toBeCloseTo(0.01, 6);
  });

  it("ask only the rows of a list, counted from the first contact", async () => {
    const recording = await seen();
    const behind = { ...asked, rowsAfterTouch: [2, 4] };
    const plain = await estimate(dropped, behind, [recording]);
    expect(plain.recordings[0].estimates["launch.vz"].value).toBeCloseTo(-1, 6);
    // rows that are not asked may say anything
    const z = recording.columns.z.map((value, i) => (i === touch + 2 || i === touch + 4 ? value : 7));
    const rest = await estimate(dropped, behind, [{ ...recording, columns: { ...recording.columns, z } }]);
    expect(rest.recordings).toEqual(plain.recordings);
    // an outlier is named by its row in the file, from 1
    const columns = {
      ...recording.columns,
      z: recording.columns.z.map((value, i) => value + (i === touch + 4 ? 0.1 : 0)),
    };
    const wild = await estimate(
      dropped,
      { ...behind, rowsAfterTouch: [-4, -3, -2, -1, 4], loss: { kind: "cauchy", width: 1 } },
      [{ ...recording, columns }],
    );
    expect(wild.recordings[0].outliers).toEqual([touch + 5]);
  });

  it.each([
    ["rows that nothing counts from", { rowsAfterTouch: [1] }, { "ball.z": 9 }, /touches nothing that rowsAfterTouch/],
    ["rows behind the end", { rowsAfterTouch: [900] }, {}, /has none of the rows that rowsAfterTouch asks for/],
    [
      "fewer data than unknowns",
      { rowsAfterTouch: [3], each: { ...asked.each, damping: {} } },
      {},
      /3 unknowns, and only 2/,
    ],
    ["a column that is not measured", { misses: { y: { columns: ["y"], unit: "m" } } }, {}, /fit\.misses\.y/],
    ["half a row", { rowsAfterTouch: 0.5 }, {}, /rowsAfterTouch/],
  ])("refuse %s", async (_, more, start, message) => {
    const recording = await seen();
    const problem = { ...dropped, start: { ...dropped.start, ...start } };
    await expect(estimate(problem, { ...asked, ...more }, [recording])).rejects.toThrow(message);
  });

  it("know of a recorded cube where it lies twenty frames after its touch, and how it was thrown", async () => {
    const file = new URL("../../../problems/data/cube-tosses/toss-450.csv", import.meta.url);
    const toss = recordingOf("toss 450", readFileSync(file, "utf8"), { rate: 148 });
    // estimates of twelve other tosses: `npm run bench -- data`
    const set = {
      "com.z": 0.12,
      "inertia.perMass": 1.06,
      friction: 0.145,
      "stiffness.perMass": 1.12e5,
      "damping.perMass": 205,
    };
    const { status, predictions } = await estimate(cubeProblem, cubeFit, [toss], { set });
    expect(status).toBe("solved");
    expect(predictions[0].misses.position.median).toBeLessThan(1.5);
    expect(predictions[0].misses.turn.median).toBeLessThan(2);
    expect(predictions[1].misses.position.median).toBeLessThan(4.8);
    const { status: found, recordings } = await estimate(launchProblem, launchFit, [toss], { set });
    expect(found).toBe("solved");
    const { value } = recordings[0].estimates["launch.vx"];
    expect(Math.abs(value - toss.columns.vx[0])).toBeLessThan(1);
  });
});
