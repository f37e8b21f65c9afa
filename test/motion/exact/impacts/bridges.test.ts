import { expect, it } from "vitest";
import { atRest, rigid, simulate } from "../../../../src/index.js";

it("a rigid box lies across two others, whose corners share its weight with its own in many ways", async () => {
  const shape = { kind: "box", half: [0.15, 0.1, 0.1] } as const;
  const pillar = (name: string, x: number) => ({ name, shape: { ...shape, pose: { position: [x, 0.1, 0] as const } } });
  const model = rigid({
    gravity: [0, -9.81, 0],
    bodies: [{ name: "box", space: "planar", shape, density: 200 }],
    world: [pillar("left", -0.16), pillar("right", 0.16)],
    contacts: "all",
    materials: [{ friction: 0.4, restitution: 0 }],
  });
  const { status, message, trajectory } = await simulate(
    {
      name: "bridge",
      title: "A box across two pillars",
      model,
      parameters: {},
      start: { ...atRest(model), "box.y": 0.3 },
      grid: { end: 0.1 },
      values: {},
    },
    { gridError: false },
  );
  expect(status, message).toBe("solved");
  const { columns } = trajectory;
  expect(Math.abs(columns["box.y"][columns["box.y"].length - 1] - 0.3)).toBeLessThan(1e-9);
  expect(Math.abs(columns["box.theta"][columns["box.theta"].length - 1])).toBeLessThan(1e-9);
});
