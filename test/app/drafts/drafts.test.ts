import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { deflateSync, strToU8 } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { fromRotationVector, multiplyQuaternions, toRotationVector } from "../../../src/algebra/rotation.js";
import { choices, type Hold } from "../../../src/app/drafts/ask/ask.js";
import { tally } from "../../../src/app/drafts/ask/tally.js";
import { codeOfDraft } from "../../../src/app/drafts/code-of-draft.js";
import { checkDraft, type Draft, draftOf } from "../../../src/app/drafts/draft.js";
import { draftOfCode } from "../../../src/app/drafts/draft-of-code.js";
import type { DraftJoint } from "../../../src/app/drafts/joint.js";
import { draftOfLink, linkOfDraft } from "../../../src/app/drafts/link.js";
import { normal } from "../../../src/app/drafts/normal.js";
import { problemOfDraft } from "../../../src/app/drafts/problem-of-draft.js";
import { withSettings } from "../../../src/app/drafts/settings.js";
import { templates } from "../../../src/app/drafts/templates.js";
import { leastLaunch } from "../../../src/app/playground/maker/seek/solving.js";
import { userProblem } from "../../../src/app/run/user-file.js";
import { simulate, solve, toJson } from "../../../src/index.js";
import { drafts } from "./random-draft.js";

const folder = mkdtempSync(join(tmpdir(), "bankshot-"));
afterAll(() => rmSync(folder, { recursive: true }));

const bankShot = templates.find(({ name }) => name === "Bank shot")!.draft;
const inSpace = templates.find(({ name }) => name === "In space")!.draft;

describe("drafts", () => {
  it("come back identical from JSON and from links", () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const json = JSON.stringify(draft);
        expect(JSON.stringify(draftOf(json))).toBe(json);
        expect(JSON.stringify(draftOfLink(linkOfDraft(draft)))).toBe(json);
        // nothing set is nothing changed
        expect(JSON.stringify(withSettings(draft, {}))).toBe(json);
      }),
      { numRuns: 200 },
    );
  });

  it("are the same problem as the file of TypeScript that they are shown as", async () => {
    for (const [i, draft] of [...fc.sample(drafts, 4), bankShot].entries()) {
      const file = join(folder, `draft${i}.ts`);
      writeFileSync(file, codeOfDraft(draft));
      const { problem } = await userProblem(file, "draft.ts");
      expect(toJson(problem)).toBe(toJson(problemOfDraft(draft)));
    }
  });

  it("solve a bank shot that was drawn: the target mirrored in both walls, ways beyond a wall divided by its restitution", async () => {
    const draft = withSettings(bankShot, { friction: 0 });
    const { status, values } = await solve(problemOfDraft(draft));
    expect(status).toBe("solved");
    // the centre turns back a radius and half a wall before the middle of the wall
    const way = (from: number, wall: number, to: number): number => (wall - from + (wall - to) / 0.8) / 1.5;
    expect(values["found.ball.vx"]).toBeCloseTo(way(-0.4, 1 - 0.07, 0.2), 6);
    expect(values["found.ball.vy"]).toBeCloseTo(way(-0.3, 0.5 - 0.07, -0.3), 6);
  });

  it("let a belt carry what is put on it: slipping until it goes along, and struck, a ball takes a third of the speed", async () => {
    const box = { name: "box", shape: { kind: "box", half: [0.05, 0.03, 0.1] }, at: [0, 0.05, 0] } as const;
    const belt = { name: "belt", shape: { kind: "box", half: [5, 0.02, 0.1] }, at: [0, 0, 0], belt: 0.9 } as const;
    const [v, friction, end] = [1, 0.3, 1.2];
    const carried: Draft = {
      ...bankShot,
      gravity: [0, -9.81, 0],
      bodies: [box],
      world: [belt],
      contact: { kind: "soft", materials: [{ friction, stiffness: 2e4, damping: 100 }] },
      ask: {
        free: [{ of: "belt", what: "belt", min: -5, max: 5 }],
        hold: [{ body: "box", what: "x", value: v * end - v ** 2 / (2 * friction * 9.81) }],
        end,
        steps: 100,
      },
    };
    const { status, values } = await solve(problemOfDraft(carried));
    expect(status).toBe("solved");
    expect(values["found.belt.belt"]).toBeCloseTo(v, 1);
    const dropped = { name: "ball", shape: { kind: "ball", radius: 0.05 }, at: [0, 0.57, 0] } as const;
    const struck: Draft = {
      ...carried,
      bodies: [dropped],
      world: [{ ...belt, belt: 3 }],
      contact: { kind: "rigid", materials: [{ friction: 0.2, restitution: 0.7 }] },
      ask: { free: [], hold: [], end: 0.6, steps: 10 },
    };
    const { trajectory } = await simulate(problemOfDraft(struck));
    // m v = P, I ω = P r, and the surfaces stick: v + r ω = u with I = m r²/2
    expect(trajectory.columns["ball.vx"].at(-1)).toBeCloseTo(1, 9);
    expect(tally(carried).text).toBe("One condition, one free value");
    expect(() => checkDraft({ ...carried, world: [{ ...belt, shape: dropped.shape }] })).toThrow(
      "world[0].belt must be left out and not be free: a ball has no surface along its x axis.",
    );
  });

  it("on steps are coarse where a finer computation ends elsewhere, and solved to an accuracy", async () => {
    const side = templates.find(({ name }) => name.startsWith("Empty, from the side"))!.draft;
    const ball = { name: "ball", shape: { kind: "ball", radius: 0.05 }, at: [0, 0.4, 0], velocity: [2, 2, 0] } as const;
    const wall = { name: "wall", shape: { kind: "box", half: [0.04, 0.35, 0.1] }, at: [0.9, 0.35, 0] } as const;
    const thrown: Draft = { ...side, bodies: [ball], world: [...side.world, wall] };
    const byAccuracy = (exact: boolean): Draft => ({ ...thrown, ask: { ...thrown.ask, exact } });
    const [steps, exact] = [await simulate(problemOfDraft(thrown)), await simulate(problemOfDraft(byAccuracy(true)))];
    expect([steps.status, exact.status]).toEqual(["coarse", "solved"]);
    expect(steps.message).toMatch(/^Grid error .* set grid\.(steps|method)/);
    // it bounced off the wall and the ground: steps of two milliseconds are centimetres off
    expect(Math.abs((steps.values["end.ball.x"] ?? 0) - (exact.values["end.ball.x"] ?? 0))).toBeGreaterThan(0.01);
  });

  it("free a launch in space by its speed and elevation", async () => {
    const ball = { name: "ball", shape: { kind: "ball", radius: 0.05 }, at: [0, 0, 5], velocity: [3, 4, 2] } as const;
    const thrown: Draft = {
      ...inSpace,
      bodies: [ball],
      ask: {
        free: [
          { of: "ball", what: "speed", min: 0, max: 20 },
          { of: "ball", what: "elevation", min: -1.5, max: 1.5 },
        ],
        hold: [
          { body: "ball", what: "x", value: 1.2 },
          { body: "ball", what: "z", value: 5.5 },
        ],
        end: 0.5,
        steps: 50,
        exact: true,
      },
    };
    const { status, values } = await solve(problemOfDraft(thrown));
    expect(status).toBe("solved");
    // level it goes as it is drawn, 3 to 4: 1.2 m along x are 2 m in half a second
    const [level, rise] = [4, 1 + (9.81 * 0.5) / 2];
    expect(values["found.ball.speed"]).toBeCloseTo(Math.hypot(level, rise), 8);
    expect(values["found.ball.elevation"]).toBeCloseTo(Math.atan2(rise, level), 8);
    expect(draftOfCode(codeOfDraft(thrown))).toEqual(normal(thrown));
  });

  it("ask for a pose in space: a box flies so that it comes to a place turned so", async () => {
    const turned = [0.4, -0.9, 1.1] as const;
    const flight: Draft = {
      ...inSpace,
      gravity: [0, 0, -9.81],
      bodies: [
        {
          name: "cube",
          shape: { kind: "box", half: [0.1, 0.1, 0.1] },
          at: [0, 0, 2],
          turn: [0, 0, 0.3],
          velocity: [1, 1, 4],
        },
      ],
      ask: {
        ...inSpace.ask,
        free: (["vx", "vy", "vz", "wx", "wy", "wz"] as const).map((what) => ({ of: "cube", what, min: -9, max: 9 })),
        hold: [
          ...(["x", "y", "z"] as const).map((what, i) => ({ body: "cube", what, value: [1, 0.5, 2][i] })),
          ...(["rx", "ry", "rz"] as const).map((what, i) => ({ body: "cube", what, value: turned[i] })),
        ],
        end: 0.8,
        steps: 100,
        exact: true,
      },
    };
    expect(tally(flight).text).toBe("Six conditions, six free values");
    expect(draftOfCode(codeOfDraft(flight))).toEqual(normal(flight));
    const { status, values } = await solve(problemOfDraft(flight));
    expect(status).toBe("solved");
    expect([values["end.cube.rx"], values["end.cube.ry"], values["end.cube.rz"]]).toEqual(
      turned.map((x) => expect.closeTo(x, 6)),
    );
    // a cube turns about one axis, at one speed: from where it starts to where it must be
    const way = multiplyQuaternions(fromRotationVector(turned), fromRotationVector([0, 0, -0.3]));
    const spin = toRotationVector(way).map((x) => x / 0.8);
    expect([values["found.cube.wx"], values["found.cube.wy"], values["found.cube.wz"]]).toEqual(
      spin.map((x) => expect.closeTo(x, 6)),
    );
    expect(values["found.cube.vz"]).toBeCloseTo((9.81 * 0.8) / 2, 6);
  });

  it("hold bodies of space by joints along any direction, however the bodies are turned", async () => {
    const turn = [0.3, -0.2, 0.5] as const;
    const cube = { name: "cube", shape: { kind: "box", half: [0.1, 0.1, 0.1] }, at: [0.2, 0.1, 1], turn } as const;
    const held = (joint: Omit<DraftJoint, "name" | "body">, more: Partial<Draft> = {}): Draft => ({
      ...inSpace,
      gravity: [0, 0, 0],
      bodies: [cube],
      world: [],
      joints: [{ name: "joint", body: "cube", ...joint }],
      ask: { free: [], hold: [], end: 0.5, steps: 100, exact: true },
      ...more,
    });
    const axis = [1, 2, -2] as const;
    const unit = [1 / 3, 2 / 3, -2 / 3];
    const mass = 700 * 0.008;
    const ends = async (draft: Draft, names: readonly string[]): Promise<number[]> => {
      const { status, trajectory } = await simulate(problemOfDraft(draft));
      expect(status).toBe("solved");
      return names.map((name) => trajectory.columns[`cube.${name}`].at(-1) ?? Number.NaN);
    };
    // I ω = M t about any axis of a cube through its middle
    const spun = await ends(held({ kind: "hinge", at: cube.at, axis, motor: 0.02 }), ["wx", "wy", "wz", "x"]);
    const rate = (0.02 * 0.5) / ((mass * 0.04) / 6);
    expect(spun).toEqual([...unit.map((x) => rate * x), 0.2].map((x) => expect.closeTo(x, 8)));
    // m a = F along a rail, and it does not turn
    const slid = await ends(held({ kind: "slider", at: [0.5, 0, 1], axis, motor: 3 }), ["x", "y", "z", "wx"]);
    const way = (0.5 * 3 * 0.5 ** 2) / mass;
    expect(slid).toEqual([0.2 + way / 3, 0.1 + (2 * way) / 3, 1 - (2 * way) / 3, 0].map((x) => expect.closeTo(x, 8)));
    // a body between two bodies: their common middle goes as nothing pushes from outside
    const two: Draft = held(
      { kind: "ball", at: [0.35, 0.1, 1], to: "other" },
      {
        bodies: [
          { ...cube, velocity: [0, 1, 0] },
          { ...cube, name: "other", at: [0.5, 0.1, 1], turn: [0, 0, 1] },
        ],
      },
    );
    const { trajectory } = await simulate(problemOfDraft(two));
    const middle = (trajectory.columns["cube.y"].at(-1)! + trajectory.columns["other.y"].at(-1)!) / 2;
    expect(middle).toBeCloseTo(0.1 + 0.5 * 0.5, 8);
    // a rod: a pendulum keeps its length and its energy
    const swung = held({ kind: "rod", at: cube.at, end: [0.2, 0.5, 1.2] }, { gravity: [0, 0, -9.81] });
    const [x, y, z, vx, vy, vz] = await ends(swung, ["x", "y", "z", "vx", "vy", "vz"]);
    expect(Math.hypot(x - 0.2, y - 0.5, z - 1.2)).toBeCloseTo(Math.hypot(0.4, 0.2), 8);
    expect((vx ** 2 + vy ** 2 + vz ** 2) / 2 + 9.81 * (z - 1)).toBeCloseTo(0, 4);
    expect(() => checkDraft(held({ kind: "hinge", at: cube.at, axis: [0, 0, 0] }))).toThrow(
      "joints[0].axis must have a direction.",
    );
    expect(() => checkDraft({ ...bankShot, ...{ joints: held({ kind: "ball", at: cube.at }).joints } })).toThrow(
      "contact.kind must be soft",
    );
  });

  it("hold bodies by joints that are closed however they are turned", async () => {
    const bar = { name: "bar", shape: { kind: "box", half: [0.3, 0.02, 0.1] }, at: [0.2, 0.3, 0], turn: 0.4 } as const;
    const rail: Draft = {
      ...bankShot,
      gravity: [0, -9.81, 0],
      bodies: [bar],
      world: [],
      joints: [{ name: "rail", kind: "slider", body: "bar", at: [0.1, 0.2, 0], turn: -0.5, motor: 0.6 }],
      contact: { kind: "soft", materials: [{ friction: 0.3, stiffness: 5000, damping: 20 }] },
      ask: { free: [], hold: [], end: 0.4, steps: 100 },
    };
    const slid = await simulate(problemOfDraft(rail));
    const [x, y] = ["end.bar.x", "end.bar.y"].map((name) => slid.values[name] ?? Number.NaN);
    // backward Euler goes (1 + 1/steps) of a fall
    const way = (0.5 * (9.81 * Math.sin(0.5) + 0.6 / (25 * 0.6 * 0.04)) * 0.4 ** 2 * 101) / 100;
    expect(Math.hypot(x - 0.2, y - 0.3)).toBeCloseTo(way, 9);
    expect(Math.atan2(y - 0.3, x - 0.2)).toBeCloseTo(-0.5, 9);
    // a hinge whose place is to be found: it stays there
    const hung: Draft = {
      ...rail,
      joints: [{ name: "pivot", kind: "hinge", body: "bar", at: [0, 0.3, 0] }],
      ask: {
        ...rail.ask,
        free: [{ of: "pivot", what: "x", min: -0.2, max: 0.18 }],
        hold: [{ body: "bar", what: "turn", value: -0.5 }],
      },
    };
    const { status, values, trajectory } = await solve(problemOfDraft(hung));
    expect(status).toBe("solved");
    const pivot = [values["found.pivot.x"]!, 0.3];
    const away = (k: number): number =>
      Math.hypot(trajectory.columns["bar.x"].at(k)! - pivot[0], trajectory.columns["bar.y"].at(k)! - pivot[1]);
    expect(away(-1)).toBeCloseTo(away(0), 9);
    expect(() => checkDraft({ ...hung, contact: bankShot.contact })).toThrow(
      "contact.kind must be soft: rigid contact knows no joints, and there is the joint pivot.",
    );
  });

  it("take what was set by the names of their parameters", () => {
    const moved = withSettings(bankShot, {
      "target.ball.x": 0.5,
      "ball.y": -0.1,
      "top.x": 0.3,
      "ball.vx": 2,
      friction: 0.4,
      "grid.end": 3,
    });
    expect(moved.ask.hold[0].value).toBe(0.5);
    expect(moved.bodies[0]).toMatchObject({ at: [-0.4, -0.1, 0], velocity: [2, 1, 0] });
    expect(moved.world[0].at).toEqual([0.3, 0.5, 0]);
    expect(moved.contact.materials[0].friction).toBe(0.4);
    expect(moved.ask).toMatchObject({ end: 3, steps: 300 });
    const { parameters } = problemOfDraft(moved);
    expect(parameters["target.ball.x"].value).toBe(0.5);
    expect(parameters["ball.vx"]).toMatchObject({ value: 2, min: -10, max: 10 });
  });
});

describe("what is asked of a draft", () => {
  const asking = (ask: Partial<Draft["ask"]>): Draft => ({ ...bankShot, ask: { ...bankShot.ask, ...ask } });
  const { free, hold } = bankShot.ask;

  it("is counted", () => {
    expect(tally(bankShot)).toMatchObject({ text: "Two conditions, two free values", faults: [] });
    expect(choices.planar.hold).toContain("turn");
  });

  it("with more free than must hold is undetermined by name, and the least launch of all that meet it", async () => {
    const draft = { ...asking({ hold: hold.slice(0, 1) }), world: [] };
    expect(tally(draft)).toMatchObject({
      faults: [],
      spare:
        "One free value is undetermined: ask for one more condition, hold the launch velocity along y of ball fast, or find the cheapest.",
    });
    expect(draftOfCode(codeOfDraft(normal(draft)))).toEqual(normal(draft));
    const guess = leastLaunch(draft);
    expect(guess).toEqual([0, 0]);
    // straight along x, 0.6 m in 1.5 s: no launch that gets there is slower
    const { status, values } = await solve(problemOfDraft(draft), { guess });
    expect(status).toBe("solved");
    expect(values["found.ball.vx"]).toBeCloseTo(0.4, 6);
    expect(values["found.ball.vy"]).toBeCloseTo(0, 6);
  });

  it("with more that must hold than is free is too much by name, and comes as near as it can", async () => {
    const draft = { ...asking({ free: free.slice(0, 1), hold: [hold[0], { ...hold[1], value: -0.2 }] }), world: [] };
    expect(tally(draft)).toMatchObject({
      faults: [],
      excess: "One condition is too many: free one more value, drop the y of ball at the end, or find the nearest.",
    });
    expect(draftOfCode(codeOfDraft(normal(draft)))).toEqual(normal(draft));
    // y is that of a launch of 1 m/s along y, whatever is found: x is met, and y missed by all of it
    const { status, values } = await solve(problemOfDraft(draft));
    expect(status).not.toBe("solved");
    expect(values["found.ball.vx"]).toBeCloseTo(0.4, 6);
    expect(values["end.ball.y"]).toBeCloseTo(1.2, 6);
  });

  it("may be a region, at some time, in a touch, always, and in a time that is found", async () => {
    const [ball] = bankShot.bodies;
    const at = (value: number, more: Partial<Hold> = {}): Hold => ({ body: "ball", what: "x", value, ...more });
    const world = bankShot.world.filter(({ name }) => name === "right");
    const thrown = (ask: Partial<Draft["ask"]>) =>
      solve(problemOfDraft({ ...asking({ free: free.slice(0, 1), ...ask }), world }));
    // along x from -0.4 with the wall's face at 0.98: the ball of 0.05 touches it at 0.93
    const region = await thrown({ hold: [at(0.2, { within: 0.1 })] });
    expect(region.status).toBe("solved");
    expect(Math.abs(region.values["end.ball.x"]! - 0.2)).toBeLessThanOrEqual(0.1 + 1e-9);
    const sometime = await thrown({
      hold: [at(0.2, { when: "sometime" }), { ...at(0), what: "y", value: -0.1, when: "sometime" }],
    });
    // y is -0.1 after 0.2 s of 1 m/s: 0.6 m in that time are 3 m/s
    expect(sometime.status).toBe("solved");
    expect(sometime.values["when.ball"]).toBeCloseTo(0.2, 6);
    expect(sometime.values["found.ball.vx"]).toBeCloseTo(3, 6);
    const touch = await thrown({ hold: [{ ...at(0), what: "y", value: 0.2, when: { touch: "right" } }] });
    expect(touch.status).toBe("solved");
    expect(touch.values["when.ball-right"]).toBeCloseTo(0.5, 6);
    expect(touch.values["found.ball.vx"]).toBeCloseTo((0.93 + 0.4) / 0.5, 6);
    const always = await thrown({ hold: [at(0, { within: 0.5, when: "always" })] });
    expect(always.status).toBe("solved");
    expect(Math.abs(always.values["found.ball.vx"]!)).toBeLessThanOrEqual(0.9 / 1.5 + 1e-9);
    const time = await thrown({ free: [], time: { min: 0.1, max: 3 }, hold: [at(0.3)] });
    expect(time.status).toBe("solved");
    expect(time.values["found.time"]).toBeCloseTo(0.7 / (ball.velocity?.[0] ?? 0), 6);
  });

  it("in space may be a spin, and rest is without one", async () => {
    const { ask } = inSpace;
    const draft: Draft = {
      ...inSpace,
      gravity: [0, 0, 0],
      world: [],
      ask: {
        ...ask,
        free: [{ of: "ball", what: "wz", min: -60, max: 60 }],
        hold: [{ body: "ball", what: "wz", value: 7 }],
      },
    };
    const { status, values } = await solve(problemOfDraft(draft));
    expect([status, values["found.ball.wz"]]).toEqual(["solved", expect.closeTo(7, 9)]);
    expect(choices.spatial.rest).toEqual(["vx", "vy", "vz", "wx", "wy", "wz"]);
  });

  it.each([
    [
      asking({ hold: [] }),
      "Launch velocity along x of ball and launch velocity along y of ball are free, and nothing must hold: add a target.",
    ],
    [asking({ free: [] }), "Nothing is free that could meet two conditions: free the launch of a body."],
    [
      asking({ hold: [{ ...hold[0], when: "always" }, hold[1]] }),
      "The x of ball always must have a region: say within how much of its value it must be.",
    ],
    [asking({ hold: [hold[0], { ...hold[0], value: 9 }] }), "The x of ball at the end cannot be both 0.2 and 9."],
    [asking({ hold: [hold[0], hold[0]] }), "The x of ball at the end is asked for twice."],
    [
      asking({ free: [free[0], { ...free[0], what: "speed" }] }),
      "The launch velocity along x of ball follows from its speed and direction: free either the components or these.",
    ],
  ])("is refused by name where it cannot be met (%#)", (draft, sentence) => {
    expect(tally(draft).faults).toContain(sentence);
    expect(() => problemOfDraft(draft)).toThrow(tally(draft).faults[0]);
  });
});

describe("a draft that is none", () => {
  const [ball] = bankShot.bodies;
  it.each([
    [{ ...bankShot, draft: 2 }, "draft must be 1, the version of drafts that is read here, it is 2."],
    [{ ...bankShot, gravitty: 1 }, 'There is no field "gravitty"; did you mean gravity?'],
    [
      { ...bankShot, bodies: [ball, ball] },
      'bodies[1].name "ball" is taken: every body and part has a name of its own.',
    ],
    [
      { ...bankShot, bodies: [{ ...ball, name: "a.b" }] },
      'bodies[0].name must be a name of letters, digits, - and _ that begins with a letter, it is "a.b".',
    ],
    [
      { ...bankShot, bodies: [{ ...ball, shape: { kind: "ground" } }] },
      'bodies[0].shape.kind must be one of ball, box, capsule, polygon, outline, it is "ground".',
    ],
    [
      { ...bankShot, bodies: [{ ...ball, at: [0, 0, 1] }] },
      "bodies[0].at must be 0 along z in the plane, it is a list of 3.",
    ],
    [
      {
        ...bankShot,
        bodies: [
          {
            ...ball,
            shape: {
              kind: "polygon",
              vertices: [
                [0, 0],
                [0, 1],
                [1, 0],
              ],
            },
          },
        ],
      },
      "bodies[0].shape.vertices must be convex and anticlockwise: it is not at point 2.",
    ],
    [
      { ...bankShot, ask: { ...bankShot.ask, free: [{ of: "bull", what: "vx", min: 0, max: 1 }] } },
      'ask.free[0].of: There is no body or part "bull"; did you mean ball?',
    ],
    [
      { ...bankShot, contact: { kind: "rigid", materials: [] } },
      'contact.materials must have an entry without "between", for all other pairs.',
    ],
  ])("is refused in a sentence that names the field (%#)", (given, sentence) => {
    expect(() => checkDraft(given)).toThrow(sentence as string);
  });

  it("is refused as a link in one sentence", () => {
    const link = linkOfDraft(bankShot);
    const letters = (text: string): string => Buffer.from(deflateSync(strToU8(text))).toString("base64url");
    const broken = "The link does not hold a whole draft: letters are missing or changed.";
    for (const text of [
      link.slice(0, -9),
      `${link.slice(0, 40)}%${link.slice(41)}`,
      "AAAA",
      letters(" ".repeat(2_000_000)),
    ])
      expect(() => draftOfLink(text)).toThrow(broken);
    expect(() => draftOfLink(letters("alert(1)"))).toThrow(/^The text cannot be read as JSON/);
    expect(() => draftOfLink(letters('{"draft":1}'))).toThrow(/^title must be a text, it is missing/);
  });
});
