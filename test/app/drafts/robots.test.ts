import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOfDraft } from "../../../src/app/drafts/code-of-draft.js";
import { checkDraft, type Draft } from "../../../src/app/drafts/draft.js";
import { draftOfCode } from "../../../src/app/drafts/draft-of-code.js";
import { draftOfLink, linkOfDraft } from "../../../src/app/drafts/link.js";
import { normal } from "../../../src/app/drafts/normal.js";
import { problemOfDraft } from "../../../src/app/drafts/problem-of-draft.js";
import { withSettings } from "../../../src/app/drafts/settings.js";
import { templates } from "../../../src/app/drafts/templates.js";
import { sceneOf } from "../../../src/app/motion-view/scene/scene-of.js";
import { freed, held, numberOf, removed, renamed, robotJointPut } from "../../../src/app/playground/maker/edit.js";
import { robotDropped } from "../../../src/app/playground/maker/files/urdf.js";
import { solve, toJson } from "../../../src/index.js";

const text = readFileSync(join(import.meta.dirname, "../../browser/files/two-link.urdf"), "utf8");
const [{ draft: above }] = templates;
const empty: Draft = {
  ...above,
  space: "spatial",
  gravity: [0, 0, -9.81],
  ask: { free: [], hold: [], end: 0.4, steps: 40 },
};
const { draft: alone, selected, told } = robotDropped(empty, "arm.urdf", text);

/** An arm whose motors are found, so that its tip is somewhere at the end. */
const reaching = (x: number, z: number): Draft => {
  const motors = ["shoulder", "elbow"].reduce((draft, joint) => freed(draft, joint, "motor", true), alone);
  return { ...held(held(motors, "tip", "x", x), "tip", "z", z), gravity: [0, 0, -9.81] };
};

describe("a robot that is dropped on a drawing", () => {
  it("stands at the origin with all that a motion is made of, and tells which shapes are missing", () => {
    expect(selected).toEqual({ role: "robot", name: "two-link" });
    expect(alone).toMatchObject({ contact: { kind: "soft" }, robots: [{ name: "two-link", at: [0, 0, 0] }] });
    expect(alone.robots![0].urdf).not.toMatch(/visual|material|\n/);
    expect(told).toBeUndefined();
    const meshed = text.replace('<cylinder radius=".02" length=".2"/>', '<mesh filename="package://arm/fore.stl"/>');
    expect(robotDropped(empty, "arm.urdf", meshed).told).toContain("package://arm/fore.stl");
    const drawn = text.replace(/<collision>.*<capsule.*<\/collision>/, "");
    expect(robotDropped(empty, "arm.urdf", drawn).told).toBe(
      "No <collision> shapes are given of upper: bars stand for them, and touch nothing.",
    );
    expect(() => robotDropped(empty, "arm.urdf", "<robot><link/></robot>")).toThrow(/needs the attribute name/);
    expect(() => robotDropped(empty, "arm.urdf", '<robot name="r"><link name="a"/></robot>')).toThrow(/no joint/);
    expect(() => robotDropped(empty, "arm.urdf", "<robot")).toThrow(/line 1/);
  });

  it("finds the motors that bring its tip to a place: the place by sines of its angles", async () => {
    const draft = reaching(0.3, -0.5);
    const found = await solve(problemOfDraft(draft));
    const { status, trajectory, values } = found;
    expect(status).toBe("solved");
    const [target] = sceneOf(found)!.targets;
    for (const [i, x] of [0.3, 0, -0.5].entries()) expect(target[i]).toBeCloseTo(x, 8);
    const angle = (joint: string): number => trajectory.columns[`${joint}.position`]!.at(-1)!;
    const [a, b] = [angle("shoulder"), angle("shoulder") + angle("elbow")];
    // links of .4 and .3 m that hang along −z, turned about y
    expect(-0.4 * Math.sin(a) - 0.3 * Math.sin(b)).toBeCloseTo(0.3, 8);
    expect(-0.4 * Math.cos(a) - 0.3 * Math.cos(b)).toBeCloseTo(-0.5, 8);
    expect(values["found.elbow.motor"]).not.toBe(0);
    const beyond = await solve(problemOfDraft(reaching(0.6, -0.5)));
    expect(beyond.status).not.toBe("solved");
  });

  it("comes back letter for letter from code and links, with any numbers, and as the same problem", () => {
    const number = fc.integer({ min: -3000, max: 3000 }).map((n) => n / 1000);
    const joint = (name: string) =>
      fc.record(
        { name: fc.constant(name), position: number, velocity: number, motor: number },
        { requiredKeys: ["name"] },
      );
    fc.assert(
      fc.property(
        joint("shoulder"),
        joint("elbow"),
        fc.tuple(number, number, number),
        fc.option(fc.tuple(number, number, number)),
        (a, b, at, turn) => {
          const robot = { ...alone.robots![0], at, joints: [a, b], ...(turn && { turn }) };
          const before = normal({ ...reaching(0.3, -0.5), robots: [robot] });
          expect(JSON.stringify(normal(before))).toBe(JSON.stringify(before));
          expect(JSON.stringify(draftOfCode(codeOfDraft(before)))).toBe(JSON.stringify(before));
          expect(draftOfLink(linkOfDraft(before))).toEqual(before);
        },
      ),
      { numRuns: 30 },
    );
    expect(toJson(problemOfDraft(normal(alone)))).toEqual(toJson(problemOfDraft(alone)));
  });

  it("is changed by numbers, renamed and deleted with all that was asked of it", () => {
    const set = withSettings(reaching(0.3, -0.5), { "shoulder.position": 0.2, "two-link.z": 1, "elbow.motor": 3 });
    expect(set.robots![0]).toMatchObject({
      at: [0, 0, 1],
      joints: [{ name: "shoulder", position: 0.2 }, { motor: 3 }],
    });
    const turned = robotJointPut(set, "two-link", "elbow", { position: 1 });
    expect([numberOf(turned, "elbow", "position"), numberOf(turned, "elbow", "motor")]).toEqual([1, 3]);
    const arm = renamed(freed(turned, "two-link", "x", true), "two-link", "arm");
    expect(arm).toMatchObject({ robots: [{ name: "arm" }], ask: { free: [{}, {}, { of: "arm", what: "x" }] } });
    checkDraft({ ...arm, ask: { ...arm.ask, free: arm.ask.free.slice(0, 2) } });
    const gone = removed(arm, { role: "robot", name: "arm" });
    expect([gone.robots, gone.ask.free, gone.ask.hold]).toEqual([undefined, [], []]);
  });

  it("is refused in one sentence where no motion has it", () => {
    const because = (change: Partial<Draft>): string => {
      try {
        checkDraft({ ...alone, ...change });
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    const [robot] = alone.robots!;
    expect(because({})).toBe("");
    expect(because({ contact: above.contact })).toContain("the robot two-link");
    expect(because({ space: "planar" })).toContain("robots must be left out in the plane");
    expect(because({ robots: [robot, { ...robot, name: "other" }] })).toContain('"base" is taken');
    expect(because({ robots: [{ ...robot, joints: [{ name: "knee" }] }] })).toContain("knee");
    expect(because({ robots: [{ ...robot, urdf: "<robot/>" }] })).toContain("robots[0].urdf");
    const hold = (body: string, what: "x" | "turn" | "position"): string =>
      because({ ask: { ...alone.ask, hold: [{ body, what, value: 0 }] } });
    expect([hold("tip", "x"), hold("elbow", "position")]).toEqual(["", ""]);
    expect([hold("tip", "turn"), hold("elbow", "x"), hold("base", "x")].every((one) => one !== "")).toBe(true);
  });
});

describe("code with another form of time", () => {
  it("is read with an end alone, and with an end and steps", () => {
    const bankShot = normal(templates.find(({ name }) => name === "Bank shot")!.draft);
    const grid = (text: string): Draft =>
      draftOfCode(codeOfDraft(bankShot).replace(/grid: \{[^}]*\}/, `grid: ${text}`));
    expect(grid("{ end: 1.2 }").ask.end).toBe(1.2);
    expect(grid('{ end: 1.2, steps: 40, method: "exact" }').ask).toMatchObject({ end: 1.2, steps: 40 });
    // steps of this length are marched, which rigid contact of drawings is not
    expect(() => grid("{ end: 1.2, h: 0.01 }")).toThrow(/grid.* is not as the page writes it/);
    expect(() => grid("{ steps: 10 }")).toThrow(/an end/);
    // of soft contact an end alone is a motion to an accuracy, which goes back into the code as that
    const soft = normal({
      ...bankShot,
      contact: { kind: "soft", materials: [{ friction: 0.1, stiffness: 4000, damping: 10 }] },
    });
    const code = codeOfDraft(soft);
    const read = draftOfCode(code.replace(/grid: \{[^}]*\}/, "grid: { end: 1.2 }"));
    expect([read.ask.end, read.ask.exact]).toEqual([1.2, true]);
    expect(draftOfCode(codeOfDraft(read))).toEqual(read);
    expect(problemOfDraft(read).grid).toMatchObject({ method: "exact" });
    expect(draftOfCode(code)).toEqual(soft);
  });
});
