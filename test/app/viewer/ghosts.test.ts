import { InstancedMesh, Matrix4, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { SceneData } from "../../../src/app/motion-view/scene/scene-data.js";
import { exposuresOf } from "../../../src/app/viewer/exposures.js";
import type { Look } from "../../../src/app/viewer/look.js";
import { exposureObjects } from "../../../src/app/viewer/three/exposure-objects.js";
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

describe("exposures", () => {
  /** A disk along x, one picture a step, and where it must end. */
  const along = (places: readonly number[], aim?: readonly number[]): SceneData => {
    const { bodies, ...scene } = rolling(0);
    const t = places.map((_, i) => i);
    const poses = places.flatMap((x) => [x, 0, 0, 1, 0, 0, 0]);
    return { ...scene, t, step: t, bodies: [{ ...bodies[0], poses, ...(aim && { aim }) }, bodies[1]] };
  };

  it("are apart by more than the body is large, and few: where it begins, comes by and ends", () => {
    const places = Array.from({ length: 101 }, (_, i) => i / 50);
    const found = exposuresOf(along(places)).map(({ pose }) => pose[0]);
    expect(found[0]).toBe(0);
    expect(found.length).toBe(7);
    for (const [i, x] of found.entries()) if (i > 0) expect(x - found[i - 1]).toBeGreaterThan(0.26);
    // there and back the places are taken already, and what stays is its own picture
    expect(exposuresOf(along([0, 0.3, 0.6, 0.3, 0])).map(({ pose }) => pose[0])).toEqual([0, 0.3, 0.6]);
    expect(exposuresOf(along([0, 0.1, 0.2]))).toEqual([]);
  });

  it("show the pose in which it must end besides, and follow other motions of the same bodies", () => {
    const aim = [1, 2, 0, 0, 0, 0, 1];
    const { group, show } = exposureObjects(along([0, 0.5, 1], aim), 1, { ...look, parts: ["#0072b2"] });
    const meshes = group.children as InstancedMesh[];
    expect(meshes.map(({ count }) => count)).toEqual([3, 1]);
    const matrix = new Matrix4();
    const placeOf = (mesh: InstancedMesh, i: number): number[] => {
      mesh.getMatrixAt(i, matrix);
      return new Vector3().setFromMatrixPosition(matrix).toArray();
    };
    expect(placeOf(meshes[1], 0)).toEqual([1, 2, 0]);
    expect(placeOf(meshes[0], 2)).toEqual([1, 0, 0]);
    show(along([0, 0.5], [3, 0, 0, 1, 0, 0, 0]));
    expect(meshes.map(({ count }) => count)).toEqual([2, 1]);
    expect(placeOf(meshes[1], 0)).toEqual([3, 0, 0]);
  });
});
