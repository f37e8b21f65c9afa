import { describe, expect, it } from "vitest";
import { problem as bounce } from "../../../problems/impact/ball-bounce.js";
import { problem as coarse } from "../../../problems/impact/ball-bounce-coarse.js";
import { problem as thrown } from "../../../problems/impact/ball-launch.js";
import { problem as bank } from "../../../problems/impact/bank-shot.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { problem as roll } from "../../../problems/rolling/ball-roll.js";
import { last, parameter } from "../../../src/mechanics/model.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { rigid } from "../../../src/models/rigid.js";
import { stack } from "../../../src/motion/boundary/horizon/stack.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp, withSteps } from "../../../src/motion/compile/setup.js";
import type { Search } from "../../../src/motion/launches/launch.js";
import { contactGrid } from "../../../src/motion/march/contact-grid.js";
import { marcher } from "../../../src/motion/march/march.js";
import type { ProgressInfo } from "../../../src/motion/march/task.js";
import { BadInput } from "../../../src/motion/problem/problem.js";
import { simulate, solve } from "../../../src/motion/solve.js";
import { contactSequence, impactCount, type Phase, phasesOf } from "../../../src/motion/trajectory/phases.js";
import { newton, run } from "../../../src/solve/newton/newton.js";
import { finish } from "../../finish.js";
import { referencePairs, references } from "../../reference.js";

const phase = (...contacts: string[]): Phase => ({ from: 1, to: 1, contacts });

describe("contact sequences", () => {
  it.each([
    [[phase(), phase("table"), phase()], "flight, impact, flight", 1],
    [[phase("table"), phase()], "contact, flight", 0],
    [[phase(), phase("table")], "flight, contact", 1],
    [
      [phase(), phase("wall"), phase(), phase("table"), phase()],
      "flight, impact (wall), flight, impact (table), flight",
      2,
    ],
    [
      [phase("table"), phase("table", "wall"), phase("table")],
      "contact (table), impact (table and wall), contact (table)",
      1,
    ],
  ] as const)("%j is %s", (phases, words, impacts) => {
    expect(
      contactSequence(
        phases,
        phases.some(({ contacts }) => contacts.includes("wall")),
      ),
    ).toBe(words);
    expect(impactCount(phases)).toBe(impacts);
  });
});

describe("grids around impacts", () => {
  const set = { "launch.vx": 1.02, "launch.vz": -1.7 };
  const setup = setUp(bounce, set);
  const grid = finish(
    contactGrid({ setup, marcher: marcher(setup.compiled), signal: undefined }, setup.parameters, {
      flight: 1e-3,
      contact: 1e-5,
    }),
  )!;

  it("cover the whole time in steps that add up", () => {
    expect(grid.t[0]).toBe(0);
    expect(grid.t.at(-1)).toBe(0.45);
    grid.h.forEach((h, k) => {
      expect(grid.t[k + 1] - grid.t[k]).toBeCloseTo(h, 12);
    });
  });

  it("are short wherever the contact pushes, and long in flight", () => {
    const on = withSteps(setup, grid);
    const path = emptyPath(setup.compiled.kernels, grid.h.length);
    const march = marcher(setup.compiled);
    march.begin(setup.parameters, grid, path, false);
    expect(march.advance(grid.h.length).status).toBe("solved");
    const phases = phasesOf(on, setup.parameters, path);
    expect(contactSequence(phases, false)).toBe("flight, impact, flight");
    const { from, to } = phases[1];
    for (let k = from - 1; k < to; k++) expect(grid.h[k]).toBeLessThan(1.01e-5);
    expect(grid.h[0]).toBe(1e-3);
    expect(grid.h.length).toBeLessThan(450 + 4000);
  });

  it("march and stack agree on them", () => {
    const on = withSteps(setup, grid);
    const { kernels } = setup.compiled;
    const marched = emptyPath(kernels, grid.h.length);
    const march = marcher(setup.compiled);
    march.begin(setup.parameters, grid, marched, false);
    march.advance(grid.h.length);
    const simulated = { ...on, compiled: setUp({ ...bounce, boundary: [] }, set).compiled };
    const horizon = stack(simulated);
    const solution = run(newton({ tolerance: 1e-12 }), horizon.mcp, horizon.pack(marched, setup.parameters));
    expect(solution.status).toBe("solved");
    const stacked = emptyPath(kernels, grid.h.length);
    finish(horizon.unpack(solution.z, stacked));
    marched.states.forEach((x, i) => {
      expect(Math.abs(x - stacked.states[i])).toBeLessThan(1e-9);
    });
  });
});

describe("a bounce on refined grids", () => {
  const [vx, vz, spin] = references("case4.cont.C=10.(vx0,vz0,wy)") as [number, number, number];

  it.each([
    [0.02, 0.02],
    [8e-3, 8e-3],
  ])("grid.tolerance %f ends within %f of the continuous motion", async (tolerance, within) => {
    const { status, values } = await solve(bounce, { set: { "grid.tolerance": tolerance } });
    expect(status).toBe("solved");
    expect(values.impacts).toBe(1);
    expect(Math.abs(values["launch.vx"]! / vx - 1)).toBeLessThan(within);
    expect(Math.abs(values["launch.vz"]! / vz - 1)).toBeLessThan(within);
    expect(Math.abs(values["end.spin.y"]! / spin - 1)).toBeLessThan(within);
  });
});

describe("every launch", () => {
  it("the coarse bounce has exactly the three launches of the reference", async () => {
    const { solutions, message, status } = await solve(coarse, {
      search: { all: true, scan: { name: "launch.vz", from: -6, to: 0 } },
    });
    expect(status).toBe("solved");
    const wanted = referencePairs("case4.BE.M=450,C=10.(vx0,vz0)");
    expect(solutions!.length).toBe(wanted.length);
    solutions!.forEach(({ values, run: { sequence }, solution, trajectory }, i) => {
      expect(values["launch.vx"]).toBeCloseTo(wanted[i][0], 7);
      expect(values["launch.vz"]).toBeCloseTo(wanted[i][1], 7);
      expect(sequence).toBe("flight, impact, flight");
      expect(solution.residual).toBeLessThan(1e-9);
      expect(trajectory.certificate.boundaryError.value).toBeLessThan(1e-9);
    });
    expect(message).toMatch(/may be missed/);
  });

  it("the uniform grid of 45 steps has none: its contact is overdamped", async () => {
    const { status, solutions, message } = await solve(coarse, {
      set: { "grid.steps": 45, "grid.h": 0.01, "launch.vz": -2, "launch.vx": 1 },
      search: { all: true, scan: { name: "launch.vz", from: -6, to: 0 } },
    });
    expect(status).toBe("infeasible");
    expect(solutions).toEqual([]);
    expect(message).toMatch(/^0 launches/);
    expect(message).toContain(
      "h = 0.01 s adds 100 N s/m to a damping of 10; a bounce needs their sum below 89, h < 0.0079 s; use h ≤ 0.0001 s to keep the added damping under 10 %, or refine.",
    );
  });

  it("a bounce on a grid that damps it is told so, a bounce on a fine grid and a roll are not", async () => {
    expect((await solve(coarse)).message).toContain("h = 0.001 s adds 10 N s/m to a damping of 10; use h ≤ 0.0001 s");
    const fine = { "grid.steps": 4500, "grid.h": 1e-4, "launch.vz": -1.92, "launch.vx": 1.03 };
    expect((await simulate(coarse, { set: fine })).message).not.toContain("adds");
    expect((await simulate(roll)).message).not.toContain("adds");
    const outOfReach = await solve(place, { set: { "target.x": 50 } });
    expect(outOfReach.status).toBe("infeasible");
    expect(outOfReach.message).not.toContain("adds");
  });

  it.each([
    ["flight", 0],
    ["flight, impact, flight", 1],
  ])("the branch %j is found where it is asked for", async (branch, impacts) => {
    const { status, values } = await solve(thrown, { search: { branch, samples: 20 } });
    expect(status).toBe("solved");
    expect(values.impacts).toBe(impacts);
  });

  it("a launch that was simulated is among those that are found", async () => {
    for (const [vx, vz] of [
      [0.7, -2.2],
      [-0.4, -1.2],
    ] as const) {
      const set = { damping: 40, "grid.steps": 900, "grid.h": 5e-4, "launch.vx": vx, "launch.vz": vz };
      const end = (await simulate(coarse, { set })).values;
      const { solutions } = await solve(coarse, {
        set: { ...set, "launch.vx": vx + 0.3, "target.x": end["end.x"]!, "target.z": end["end.z"]! },
        search: { all: true, scan: { name: "launch.vz", from: vz - 0.04, to: vz + 0.04 }, samples: 4 },
      });
      const nearest = Math.min(
        ...solutions!.map(({ values }) => Math.hypot(values["launch.vx"]! - vx, values["launch.vz"]! - vz)),
      );
      expect(nearest).toBeLessThan(1e-6);
    }
  });

  it("two launches at the sides of a tooth's tip are two, though less than 1e-6 apart", async () => {
    const [vx, vz] = [1.9337829975411296, -0.6402122117578983];
    const set = {
      damping: 65.15204547904432,
      friction: 0.36669328414136537,
      "spin.y": -18.883580984547734,
      "start.z": 0.7437174167484046,
      "grid.h": 4e-4,
      "grid.steps": 1017,
    };
    const end = (await simulate(coarse, { set: { ...set, "launch.vx": vx, "launch.vz": vz } })).values;
    const { solutions } = await solve(coarse, {
      set: { ...set, "target.x": end["end.x"]!, "target.z": end["end.z"]! },
      search: { all: true, scan: { name: "launch.vz", from: vz - 0.03, to: vz + 0.05 }, samples: 5 },
    });
    const away = solutions!
      .map(({ values }) => Math.hypot(values["launch.vx"]! - vx, values["launch.vz"]! - vz))
      .sort((a, b) => a - b);
    expect(away[0]).toBeLessThan(1e-9);
    expect(away[1]).toBeGreaterThan(1e-7);
    expect(away[1]).toBeLessThan(1e-6);
  });

  it("round a post there are several, by contact sequence, each certified, conditioned and distinct", async () => {
    const { solutions } = await solve(bank, {
      search: { all: true, scan: { name: "launch.vy", from: -1.12, to: -0.84 }, samples: 28 },
    });
    const launches = solutions!.map(({ values }) => [values["launch.vx"]!, values["launch.vy"]!] as const);
    expect(launches.length).toBeGreaterThanOrEqual(2);
    for (const {
      status,
      trajectory,
      run: { regularity: { condition } = {} },
    } of solutions!) {
      expect(status).toBe("solved");
      expect(trajectory.certificate.boundaryError.value).toBeLessThan(1e-9);
      expect(condition).toBeGreaterThanOrEqual(1);
      expect(condition).toBeLessThan(100);
    }
    launches.forEach(([x, y], i) => {
      for (const [otherX, otherY] of launches.slice(0, i))
        expect(Math.hypot(x - otherX, y - otherY)).toBeGreaterThan(1e-6);
    });
    const sequences = solutions!.map(({ run: { sequence } }) => sequence);
    const groups = sequences.filter((sequence, i) => sequence !== sequences[i - 1]);
    expect(new Set(groups).size).toBe(groups.length);
    // by the cushion alone, and by the cushion and the post
    for (const way of ["flight, impact (cushion), flight", "flight, impact (cushion), flight, impact (post), flight"])
      expect(groups).toContain(way);
  });

  it("tells how far it is, and keeps what it had found when it is cancelled", async () => {
    const interruption = new AbortController();
    const told: ProgressInfo[] = [];
    const { solutions, status, message } = await solve(coarse, {
      search: { all: true, scan: { name: "launch.vz", from: -6, to: 0 } },
      signal: interruption.signal,
      onIteration(info) {
        if (info.scanned !== undefined) told.push(info);
        if (info.scanned?.found === 1) interruption.abort();
      },
    });
    expect(status).toBe("cancelled");
    expect(message).toMatch(/^Cancelled; what was found so far: 1 launch/);
    // what it did not come to is not told as searched in vain
    expect(message).not.toMatch(/no motion|could not be searched/);
    expect(solutions!.map((one) => one.status)).toEqual(["solved"]);
    const { phase, scanned, stepLength } = told.at(-1)!;
    expect([phase, stepLength]).toEqual(["scan", 1]);
    expect(scanned!.of).toBe(601);
    expect(scanned!.done).toBeGreaterThan(0);
    expect(scanned!.done).toBeLessThan(601);
  });

  it.each([
    [{ all: true, scan: { name: "launch.vy", from: 0, to: 1 } }, "scan", /did you mean launch\.v/],
    [{ all: true, scan: { name: "launch.vz", from: 1, to: 0 } }, "scan", /first below the second/],
    [{ all: true, scan: { name: "launch.vz", from: Number.NaN, to: 0 } }, "scan", /finite/],
    [{ all: true, samples: 0 }, "samples", /whole number/],
    [{ all: true, samples: 1.5 }, "samples", /whole number/],
    [{ branch: "impacts" }, "branch", /one impact/],
  ] as const)("%j is refused", async (search, field, reason) => {
    const error = await solve(coarse, { search: search as Search }).catch((refused) => refused);
    expect(error).toBeInstanceOf(BadInput);
    expect(error.field).toBe(field);
    expect(error.message).toMatch(reason);
  });

  it("that its conditions do not determine are listed by no search, nor is it said that there are none", async () => {
    const model = rigid({
      gravity: [0, -9.81, 0],
      bodies: [{ name: "block", space: "planar", mass: 1, inertia: 1 }],
      contacts: [
        {
          name: "floor",
          body: "block",
          shape: { kind: "point", at: [0, 0, 0] },
          against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
          friction: 0.5,
        },
      ],
    });
    // it rests after .2 s at most, however it is launched
    const { status, solutions, message } = await solve(
      {
        name: "test/stop",
        title: "A block comes to rest",
        model,
        parameters: { speed: { value: 0.8, unit: "m/s", meaning: "launch velocity", min: 0.5, max: 1 } },
        start: { ...atRest(model), "block.vx": parameter("speed") },
        grid: { steps: 50, h: 0.01 },
        boundary: [{ name: "rest", unit: "m/s", residual: last("block.vx"), frees: "speed" }],
        values: {},
      },
      { search: { all: true, samples: 2 } },
    );
    expect([status, solutions]).toEqual(["no-progress", []]);
    expect(message).toContain("more were not polished, or are not determined");
  });

  it("a problem that frees nothing has no launches", async () => {
    await expect(solve(roll, { search: { all: true } })).rejects.toThrow(/frees nothing/);
  });
});
