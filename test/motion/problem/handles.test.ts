import { describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import { handles } from "../../../src/geometry.js";
import { simulate } from "../../../src/index.js";

const scene = {
  gravity: [0, 0, -9.81],
  bodies: [
    { name: "ball", space: "spatial", mass: 1, inertia: 1 },
    { name: "disk", space: "planar", mass: 1, inertia: 1 },
  ],
  driven: [{ name: "tray", space: "planar", pose: { position: [0, 0, 0] } }],
  contacts: [{ name: "table", body: "ball" }],
} as const;

describe("handles of a scene", () => {
  it("are the names of its states and columns", () => {
    const { ball, disk, tray, table } = handles(scene);
    const names: readonly ["ball.vx", "disk.omega", "tray.theta", "table.normalForce"] = [
      ball.vx,
      disk.omega,
      tray.theta,
      table.normalForce,
    ];
    expect(names).toEqual(["ball.vx", "disk.omega", "tray.theta", "table.normalForce"]);
  });

  it("refuse a slip while typing", () => {
    const all = handles(scene);
    // @ts-expect-error: no such state
    expect(all.ball.vq).toBeUndefined();
    // @ts-expect-error: a body in space has no angle
    expect(all.ball.theta).toBeUndefined();
    // @ts-expect-error: no such column
    expect(all.table.normal).toBeUndefined();
    // @ts-expect-error: no such body
    expect(all.bal).toBeUndefined();
    // @ts-expect-error: "all" has no names of contacts
    expect(handles({ bodies: scene.bodies, contacts: "all" }).table).toBeUndefined();
  });

  it.each([
    ["resist/roll-out", { name: "ball", space: "spatial" }, "table"],
    ["rolling/disk", { name: "disk", space: "planar" }, "plane"],
  ] as const)("are columns of a motion: %s", async (problem, body, contact) => {
    const { trajectory } = await simulate(problems[problem].problem, { set: { "grid.steps": 1 } });
    const known = handles({ bodies: [body], contacts: [{ name: contact }] });
    for (const names of Object.values(known))
      for (const name of Object.values<string>(names)) expect(trajectory.columns).toHaveProperty([name]);
  });
});
