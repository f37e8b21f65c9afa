import { InstancedMesh, Matrix4, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { SceneData } from "../../../src/app/motion-view/scene/scene-data.js";
import type { Look } from "../../../src/app/viewer/look.js";
import { ghostsOf } from "../../../src/app/viewer/three/ghosts.js";

const look = { quiet: "#5c5c5c" } as Look;

/** A disk that goes along x with a speed, before a wall of its own. */
const rolling = (speed: number, radius = 0.1): SceneData => ({
  plane: "xy",
  t: [0, 1],
  step: [0, 1],
  bodies: [
    {
      name: "disk",
      role: "part",
      shapes: [{ kind: "ball", centre: [0, 0, 0], radius }],
      poses: [0, 0, 0, 1, 0, 0, 0, speed, 0, 0, 1, 0, 0, 0],
    },
    {
      name: "palm",
      role: "tool",
      shapes: [{ kind: "point", at: [0, 0, 0] }],
      poses: [0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0],
    },
  ],
  world: [],
  contacts: [],
  targets: [],
  timeline: { band: [], realTime: false },
});

describe("ghosts", () => {
  it("are one draw call for all ways and one for all parts of a shape, each part where it is at the time", () => {
    const ghosts = ghostsOf([rolling(1), rolling(-2), rolling(3, 0.2)], look);
    const swarms = ghosts.group.children.filter((one) => one instanceof InstancedMesh);
    expect(ghosts.group.children).toHaveLength(1 + 2);
    expect(swarms.map(({ count }) => count)).toEqual([2, 1]);
    const places = (): number[] =>
      swarms.flatMap((mesh) =>
        Array.from({ length: mesh.count }, (_, i) => {
          const matrix = new Matrix4();
          mesh.getMatrixAt(i, matrix);
          return new Vector3().setFromMatrixPosition(matrix).x;
        }),
      );
    ghosts.show(0.5);
    expect(places()).toEqual([0.5, -1, 1.5]);
    // after its end a motion stays there
    ghosts.show(9);
    expect(places()).toEqual([1, -2, 3]);
    ghosts.dispose();
  });

  it("are nothing where there is no other motion", () => {
    expect(ghostsOf([], look).group.children).toEqual([]);
  });
});
