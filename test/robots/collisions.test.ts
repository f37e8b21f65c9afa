import { describe, expect, it } from "vitest";
import type { MeshShape } from "../../src/geometry/shape.js";
import { atRest, expandScene } from "../../src/mechanics/scene.js";
import { rigid } from "../../src/models/rigid.js";
import { simulate } from "../../src/motion/solve.js";
import { urdfMeshes, urdfShapes } from "../../src/robots/collisions.js";
import { parseMjcf } from "../../src/robots/mjcf.js";
import { parseUrdf } from "../../src/robots/urdf.js";

const wedge: MeshShape = {
  kind: "mesh",
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  faces: [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ],
};

const collision = (geometry: string, origin = ""): string =>
  `<collision>${origin}<geometry>${geometry}</geometry></collision>`;
const weight = (mass: number): string =>
  `<inertial><mass value="${mass}"/><inertia ixx=".01" iyy=".01" izz=".01" ixy="0" ixz="0" iyz="0"/></inertial>`;
/** Three links in a chain, two that turn about y, each with what touches. */
const chain = (first: string, second: string, third = ""): string => `<robot name="chain">
<link name="a">${weight(2)}${first}</link>
<link name="b">${weight(1)}${second}</link>
<link name="c">${weight(0.5)}${third}</link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/></joint>
<joint name="k" type="continuous"><parent link="b"/><child link="c"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/></joint></robot>`;

describe("the collision shapes of a URDF", () => {
  it("are boxes, spheres, cylinders, capsules and meshes in axes of their links", () => {
    const quarter = `<origin xyz="1 2 3" rpy="0 ${Math.PI / 2} 0"/>`;
    const text = chain(
      collision(`<box size="2 4 6"/>`, quarter) + collision(`<sphere radius=".5"/>`, quarter),
      collision(`<cylinder radius=".1" length=".4"/>`) + collision(`<capsule radius=".1" length="2"/>`, quarter),
      collision(`<mesh filename="package://here/wedge.stl" scale="-2 1 1"/>`, quarter),
    );
    expect(urdfMeshes(text)).toEqual(["package://here/wedge.stl"]);
    const { a, b, c } = urdfShapes(text, { "wedge.stl": wedge });
    expect(a[0]).toMatchObject({ kind: "box", half: [1, 2, 3], pose: { position: [1, 2, 3] } });
    expect(a[1]).toEqual({ kind: "ball", radius: 0.5, centre: [1, 2, 3] });
    expect(b[0]).toMatchObject({ kind: "cylinder", radius: 0.1, halfLength: 0.2 });
    // z of the capsule is x of the link
    const tube = b[1].kind === "capsule" ? b[1] : undefined;
    [...(tube?.from ?? []), ...(tube?.to ?? [])].forEach((x, i) => {
      expect(x).toBeCloseTo([0, 2, 3, 2, 2, 3][i], 12);
    });
    const surface = c[0].kind === "mesh" ? c[0] : undefined;
    // mirrored: x of the file is −2 x, which the turn makes z of the link, and faces look outwards still
    surface?.vertices[1].forEach((x, i) => {
      expect(x).toBeCloseTo([1, 2, 5][i], 12);
    });
    expect(surface?.faces[0]).toEqual([0, 1, 2]);
  });

  it.each([
    [`<mesh filename="x/hand.stl"/>`, /^URDF: <mesh> in line 2 needs the mesh "x\/hand\.stl", which is missing: .*\.$/],
    [`<sphere radius="-1"/>`, /^URDF: <sphere> in line 2 must have numbers above 0 as radius, it has -1\.$/],
    [`<box/>`, /^URDF: <box> in line 2 needs the attribute size\.$/],
    [`<torus/>`, /^URDF: <torus> in line 2 is no shape; known are box, sphere, cylinder, capsule, mesh\.$/],
    ["", /^URDF: <geometry> in line 2 must hold one shape/],
    [`<mesh filename="w" scale="1 0 1"/>`, /^URDF: <mesh> in line 2 has a scale of zero\.$/],
  ])("%s is refused", (geometry, sentence) => {
    expect(() => urdfShapes(chain(collision(geometry), ""), { w: wedge })).toThrow(sentence);
  });
});

describe("a robot where anything may touch anything", () => {
  const ball = collision(`<sphere radius=".05"/>`);
  const text = chain(ball, ball, ball);
  const scene = {
    gravity: [0, 0, -9.81] as const,
    bodies: [{ name: "part", space: "spatial" as const, shape: { kind: "ball" as const, radius: 0.1 }, density: 500 }],
    contacts: "all" as const,
    materials: [{ friction: 0.5 }, { between: ["chain", "felt"] as const, friction: 0.9 }],
    world: [
      {
        name: "floor",
        material: "felt",
        shape: { kind: "half-space" as const, normal: [0, 0, 1] as const, tangent: [1, 0, 0] as const, offset: 0 },
      },
    ],
    robots: [{ name: "chain", robot: parseUrdf(text), root: "free" as const, shapes: urdfShapes(text) }],
  };
  const names = (more: object): string[] => expandScene({ ...scene, ...more }).contacts.map(({ name }) => name);

  it("touches all but neighbours and what is excluded, as the material of its name", () => {
    const all = ["part-a", "part-b", "part-c", "part-floor", "a-c", "a-floor", "b-floor", "c-floor"];
    expect(names({})).toEqual(all);
    expect(names({ exclude: [["chain", "chain"]] })).toEqual(all.filter((name) => name !== "a-c"));
    expect(expandScene(scene).contacts.map(({ friction }) => friction)).toEqual(
      all.map((name) => (/^[abc]-floor$/.test(name) ? 0.9 : 0.5)),
    );
    // a root that stands still cannot touch the world
    expect(names({ robots: [{ ...scene.robots[0], root: "fixed" }] })).toEqual(
      all.filter((name) => name !== "a-floor"),
    );
    expect(() => names({ robots: [{ ...scene.robots[0], shapes: undefined }] })).toThrow(
      /^robots\[0\]\.shapes must be/,
    );
    const tray = { name: "tray", space: "spatial", pose: { position: [0, 0, 1] } };
    const shapes = [{ kind: "box", half: [1, 1, 0.1], rounding: 0.01 }];
    const carried = names({
      driven: [{ ...tray, shapes }],
      exclude: [
        ["chain", "chain"],
        ["chain", "floor"],
      ],
    });
    expect(carried).toEqual(["part-a", "part-b", "part-c", "part-tray", "part-floor", "a-tray", "b-tray", "c-tray"]);
    expect(() => names({ driven: [tray] })).toThrow(/^driven\[0\]\.shapes must be given where contacts are "all"/);
    expect(() => names({ exclude: [["chains", "floor"]] })).toThrow(/did you mean chain\?/);
  });

  it("lies on the floor with its weight", async () => {
    const { bodies: _, ...alone } = scene;
    const model = rigid({ ...alone, bodies: [] });
    const { status, trajectory } = await simulate({
      name: "chain",
      title: "A chain falls on the floor",
      model,
      parameters: {},
      start: { ...atRest(model), "a.z": 0.06 },
      grid: { steps: 60, h: 0.01 },
      values: {},
    });
    expect(status).toBe("solved");
    const pressed = ["a", "b", "c"].reduce((sum, link) => sum + trajectory.columns[`${link}-floor.normalForce`][60], 0);
    expect(pressed).toBeCloseTo(3.5 * 9.81, 6);
    expect(Math.min(...trajectory.columns["b-floor.gap"].subarray(1))).toBeGreaterThan(-1e-9);
  });
});

describe("the geoms of an MJCF", () => {
  const text = `<mujoco><asset><mesh name="tip" file="tip.obj" scale="1 2 1"/></asset><worldbody>
<geom name="floor" type="plane" size="1 1 1" pos="0 0 -2"/>
<body name="arm"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><joint name="j"/>
<geom type="mesh" mesh="tip"/><geom type="sphere" size="9" contype="0" conaffinity="0"/></body></worldbody></mujoco>`;

  it("are meshes where these are given, the world's own, and none that nothing touches", () => {
    const { shapes, world } = parseMjcf(text, { "tip.obj": wedge });
    expect(shapes.arm).toHaveLength(1);
    expect(shapes.arm[0]).toMatchObject({ kind: "mesh", vertices: expect.arrayContaining([[0, 2, 0]]) });
    expect(world).toEqual([
      { name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: -2 } },
    ]);
    expect(parseMjcf(text).shapes).toEqual({});
    expect(() => parseMjcf(text, {})).toThrow(/^MJCF: <mesh name="tip"> in line 1 needs the mesh "tip\.obj", which is/);
    expect(() => parseMjcf(text.replace('mesh="tip"', 'mesh="top"'), {})).toThrow(
      /names the mesh "top", which no <asset>/,
    );
  });
});
