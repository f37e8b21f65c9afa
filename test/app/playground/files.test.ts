import { describe, expect, it } from "vitest";
import { checkDraft, type Draft } from "../../../src/app/drafts/draft.js";
import { problemOfDraft } from "../../../src/app/drafts/problem-of-draft.js";
import { templates } from "../../../src/app/drafts/templates.js";
import { meshDropped } from "../../../src/app/playground/maker/files/mesh.js";
import { dropped, duplicate } from "../../../src/app/playground/maker/gestures.js";
import { putIntoSpace } from "../../../src/app/playground/maker/space.js";

const inSpace = templates.find(({ draft }) => draft.space === "spatial")!.draft;
const empty: Draft = { ...inSpace, bodies: [], ask: { ...inSpace.ask, free: [], hold: [] } };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const wedge = [
  "v 0 0 0\nv 100 0 0\nv 100 60 0\nv 0 60 0\nv 0 0 50\nv 0 60 50",
  "f 1 4 3 2\nf 1 2 5\nf 3 4 6\nf 2 3 6 5\nf 4 1 5 6",
].join("\n");

describe("a dropped mesh", () => {
  it("lies on the ground about its centre of volume, in metres, and can be solved", async () => {
    const { draft, selected } = await meshDropped(empty, { name: "my wedge.OBJ", data: bytes(wedge) });
    expect(selected).toEqual({ role: "body", name: "my-wedge" });
    const [{ shape, at }] = draft.bodies;
    if (shape.kind !== "mesh") throw new Error(shape.kind);
    const low = [0, 1, 2].map((i) => Math.min(...shape.vertices.map((vertex) => vertex[i])));
    // the centroid of a prism over a right triangle
    for (const [i, x] of [-0.1 / 3, -0.03, -0.05 / 3].entries()) expect(low[i]).toBeCloseTo(x, 7);
    expect(at[2]).toBeCloseTo(0.05 / 3, 7);
    checkDraft(draft);
    expect(problemOfDraft(draft).parameters["my-wedge.z"].value).toBeCloseTo(0.05 / 3, 7);
    // the next one stands beside it, fixed, so that the drawing runs as it is
    const both = await meshDropped(draft, { name: "b.obj", data: bytes(wedge) });
    expect(both.selected.role).toBe("part");
    expect(both.draft.world.at(-1)!.at[0]).toBeGreaterThan(0.1);
  });

  it("is in millimetres as drawings of parts are, or in metres where it would be a grain, and says so", async () => {
    const pyramid =
      "v -.3 -.3 0\nv .3 -.3 0\nv .3 .3 0\nv -.3 .3 0\nv 0 0 .2\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5";
    const told = async (name: string, text: string): Promise<string> =>
      (await meshDropped(empty, { name, data: bytes(text) })).told;
    expect(await told("wedge.obj", wedge)).toBe("wedge.obj is taken in millimetres: 0.1 m long. Its size can be set.");
    expect(await told("hill.obj", pyramid)).toBe("hill.obj is taken in metres: 0.6 m long. Its size can be set.");
  });

  it.each([
    ["a.ply", wedge, "a.ply is no mesh: stl, obj, gltf and glb are read."],
    [
      "half.obj",
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1.5 2 3",
      "half.obj must have faces of vertices that stand before them: its line 4 names 1.5, of 3.",
    ],
    ["open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", "open.obj closes in no volume"],
    [
      "many.obj",
      `${Array.from({ length: 302 }, (_, i) => `v ${i} ${i * i} 0`).join("\n")}\n${Array.from({ length: 300 }, (_, i) => `f ${i + 1} ${i + 2} ${i + 3}`).join("\n")}`,
      "many.obj has 302 corners, and a drawing takes at most 300",
    ],
  ])("is refused in one sentence: %s", async (name, text, sentence) => {
    await expect(meshDropped(empty, { name, data: bytes(text) })).rejects.toThrow(sentence);
  });
});

it("things are put into space beside each other, under names of their own", () => {
  const names = ["ball", "box", "capsule", "cylinder", "wall", "ramp", "ground", "ball"] as const;
  const all = names.reduce((draft, thing) => putIntoSpace(draft, thing).draft, { ...empty, world: [] } as Draft);
  checkDraft(all);
  expect([...all.bodies, ...all.world].map(({ name }) => name)).toEqual([
    ...["ball", "box", "capsule", "cylinder", "ball-2"],
    ...["wall", "ramp", "ground"],
  ]);
});

it("what is selected together is copied and deleted together", () => {
  const { draft } = templates.find(({ name }) => name === "Bank shot")!;
  const making = {
    draft,
    tool: "select",
    selected: { role: "part", name: "top" },
    group: [{ role: "part", name: "right" }],
    camera: { middle: [0, 0], scale: 100, size: [800, 450] },
    snap: true,
    corners: [],
    mode: "draw",
    code: "closed",
    seek: { way: "one", scatter: 0.01, within: 0.05 },
  } as const;
  const copy = duplicate(making, making.selected);
  expect(copy.draft?.world.map(({ name }) => name)).toEqual(["top", "right", "top-2", "right-2"]);
  expect([copy.selected, copy.group]).toEqual([{ role: "part", name: "top-2" }, [{ role: "part", name: "right-2" }]]);
  expect(dropped(making, making.selected).draft?.world).toEqual([]);
  // another thing is copied alone
  expect(duplicate(making, { role: "body", name: "ball" }).draft?.world).toHaveLength(2);
});
