import { describe, expect, it } from "vitest";
import { problem as pot } from "../../../problems/billiards/pot.js";
import { problem as drag } from "../../../problems/drag/throw.js";
import { problem as green } from "../../../problems/golf/green.js";
import { problem as bounce } from "../../../problems/impact/ball-bounce.js";
import { problem as bank } from "../../../problems/impact/bank-shot.js";
import { problem as combination } from "../../../problems/impact/combination.js";
import { problem as printed } from "../../../problems/rolling/ball-as-printed.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { simulate, solve } from "../../../src/motion/solve.js";

const exact = { "grid.method": "exact" } as const;

describe("a launch by the method exact", () => {
  it("places the ball as the limit of ever finer grids does", async () => {
    const { status, values, trajectory } = await solve(place, { set: { ...exact, "grid.accuracy": 1e-8 } });
    expect(status).toBe("solved");
    expect(Math.abs(values["launch.vx"]! - 1.53058018182)).toBeLessThan(1e-9);
    expect(Math.abs(values["launch.vy"]! - 0.41727062144)).toBeLessThan(1e-9);
    expect(trajectory.certificate.boundaryError.value).toBeLessThan(1e-11);
    // the launch does not depend on elements, and where the ball has turned to does
    const { trajectory: rough, model } = await solve(place, { set: { ...exact, "grid.accuracy": 1e-4 } });
    const off = model.state.map(({ name, scale }) => {
      const truth = trajectory.columns[name].at(-1)!;
      return Math.abs(rough.columns[name].at(-1)! - truth) / Math.max(scale, Math.abs(truth));
    });
    const share = rough.certificate.gridError!.value / Math.max(...off);
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(10);
  });

  // along followed elements nothing came closer than 7e-9 of the target, and the launch was lost
  it("sends a disk off the wall and the post on elements that end a little elsewhere than free ones", async () => {
    const { status, message, trajectory } = await solve(bank, { set: { ...exact, "wall.y": 0.25 } });
    expect(status, message).toBe("solved");
    expect(trajectory.certificate.boundaryError.value).toBeLessThan(1e-8);
  });

  // so near to the pocket, from which the fine elements were planned, one of them could not be followed
  it("pots from so near that the fine elements are planned again", async () => {
    const set = { ...exact, length: 2.032, "grid.accuracy": 1e-6 };
    const { status, message, values } = await solve(pot, { set });
    expect(status, message).toBe("solved");
    expect(values["shot.angle"]!).toBeCloseTo(0.331146284274, 11);
  });

  // stiff integrations by another program, to nine digits
  it.each([
    [{}, 1.0228865851, -1.6996090663],
    [{ damping: 20 }, 1.1064202533, -3.7217060161],
  ])("bounces with %j as independent integrations do", async (set, vx, vz) => {
    const { status, values, trajectory } = await solve(bounce, { set: { ...set, ...exact, "grid.accuracy": 1e-7 } });
    expect(status).toBe("solved");
    expect(Math.abs(values["launch.vx"]! - vx)).toBeLessThan(1e-8);
    expect(Math.abs(values["launch.vz"]! - vz)).toBeLessThan(1e-8);
    expect(trajectory.certificate.gridError!.value).toBeLessThan(1e-7);
  });

  // of millimetres the first shots' tolerance was a part that no step on kept elements led back from
  it.each([1e-3, 1e-2])("bounces alike where all is %d times as long, and lasts as long as it falls", async (L) => {
    const root = Math.sqrt(L);
    const speeds = { "launch.vx": root, "launch.vz": -2 * root };
    const lengths = { radius: 0.05 * L, "start.z": 0.6 * L, "target.x": 0.4 * L, "target.z": 0.4 * L };
    const contact = { stiffness: 1e4 / L, damping: 10 / root };
    const set = { ...exact, "grid.end": 0.45 * root, ...speeds, ...lengths, ...contact };
    const { status, values, message } = await solve(bounce, { set });
    expect(status, message).toBe("solved");
    expect(values["launch.vx"]! / root).toBeCloseTo(1.0228865851, 4);
    expect(values["launch.vz"]! / root).toBeCloseTo(-1.6996090663, 4);
  });

  // a rest on the elements of a launch 3e-12 beside it was a force of 36 N for less than a nanosecond
  it("rests a putt by forces of its own, to many digits", async () => {
    const near = { "launch.vx": 1.73380553, "launch.vy": 0.2137632 };
    const { status, message } = await solve(green, { set: { ...exact, ...near, "grid.accuracy": 1e-7 } });
    expect(status, message).toBe("solved");
  });

  // its rolling only decays: elements of a plan met the conditions to 2e-8, and it was called infeasible
  it.each([1e-4, 1e-6])(
    "rolls as printed where a sliding that decays is none within the accuracy %f",
    async (accuracy) => {
      const set = { ...exact, "grid.accuracy": accuracy, gravity: 4.9 };
      const { status, message, trajectory, values } = await solve(printed, { set });
      expect(status, message).toBe("solved");
      expect(trajectory.certificate.boundaryError.value).toBeLessThan(1e-7);
      const freed = Object.entries(values).filter(([name]) => /^(launch|start)\./.test(name));
      expect(freed.length).toBeGreaterThan(0);
      const launch = Object.fromEntries(freed.map(([name, x]) => [name, x!]));
      const finer = await simulate(printed, { set: { ...set, ...launch, "grid.accuracy": 1e-9 } });
      expect(finer.trajectory.certificate.boundaryError.value).toBeLessThan(0.01 * accuracy + 1e-7);
    },
  );

  it("is not called impossible where a search on the elements of one motion ends", async () => {
    const set = { ...exact, radius: 5e-5, "start.z": 6e-4, "target.x": 4e-4, "target.z": 4e-4, stiffness: 1e7 };
    const { status } = await solve(bounce, {
      set: { ...set, damping: 316, "launch.vx": 0.0316, "launch.vz": -0.0632 },
    });
    // it bounces eleven times, deeper than it is thick: a motion, if none that a ball would take
    expect(status).toBe("unphysical");
  });

  // two soft spheres touch, whose steps on a grid take the mean normal of their ends: elements were refused
  it("sends one ball by way of another as an independent integration does", async () => {
    const { status, values, trajectory } = await solve(combination, { set: exact });
    expect(status).toBe("solved");
    expect(Math.abs(values["launch.vx"]! - 1.434723)).toBeLessThan(1e-6);
    expect(Math.abs(values["launch.vy"]! + 0.073606)).toBeLessThan(1e-6);
    expect(trajectory.certificate.gridError!.value).toBeLessThan(1e-4);
  });

  it("is not solved where there is none", async () => {
    const within = (name: "launch.vx" | "launch.vz", min: number, max: number) => ({
      [name]: { ...bounce.parameters[name], min, max },
    });
    const parameters = { ...bounce.parameters, ...within("launch.vx", 0, 3), ...within("launch.vz", -3, 0) };
    const { status, message } = await solve({ ...bounce, parameters }, { set: { ...exact, "target.z": 0.2 } });
    expect([status, message]).toEqual([
      "infeasible",
      expect.stringMatching(
        /; 0 launches found by \d+ motions over launch\.vx .* \(this is no proof\)\. The motion that is shown misses \S+ by \S+ m\.$/,
      ),
    ]);
  });

  it("is found by its events where starts meet others", async () => {
    const set = { "cue.x": -0.3 };
    // no longer than a pot takes: of three seconds most are cushions
    const brief = { ...pot.parameters, time: { ...pot.parameters.time, max: 1 } };
    const { status, values } = await solve({ ...pot, parameters: brief }, { set });
    expect(status).toBe("solved");
    const replayed = await simulate(pot, { set: { ...set, angle: values["shot.angle"]!, time: values["shot.time"]! } });
    expect(Math.hypot(replayed.values["end.x"]! - 1.27, replayed.values["end.y"]! - 0.635)).toBeLessThan(1e-6);
  });

  it("tells by how much the closest end misses, in the unit of the condition", async () => {
    const set = { ...exact, "target.x": 5.25, time: 1, drag: 0 };
    const speed = { unit: "m/s", meaning: "launch velocity along x", value: 4, min: 0, max: 5 };
    const slow = { ...drag, parameters: { ...drag.parameters, "launch.vx": speed } };
    const { status, message } = await solve(slow, { set });
    expect([status, message]).toEqual(["infeasible", expect.stringMatching(/ misses target\.x by 0\.250 m\.$/)]);
  });
});
