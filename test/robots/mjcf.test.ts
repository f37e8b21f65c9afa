import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../src/algebra/random.js";
import { rotate } from "../../src/algebra/rotation.js";
import { compliant } from "../../src/models/compliant.js";
import { simulate } from "../../src/motion/solve.js";
import { parseMjcf } from "../../src/robots/mjcf.js";
import { coordinatesOf } from "../../src/robots/robot.js";
import { between, mjcf, ours, randomRobot, worstAgainstMujoco, worstOfFree } from "../bench/robots/against-mujoco.js";

const options = `<option gravity="0.3 -0.2 -9.81"><flag constraint="disable" actuation="disable"/></option>`;

/** An arm with all that an MJCF says about bodies: angles in degrees, classes, geoms of every kind, joints beside each other. */
const arm = (change: (text: string) => string = (text) => text): string =>
  change(`<mujoco model="arm">
  <compiler eulerseq="zyx"/>
  ${options}
  <default>
    <joint damping="0.3" armature="0.02"/>
    <geom density="700"/>
    <default class="slim"><geom type="capsule" size="0.03 0.2"/><joint axis="0 1 0" range="-90 120"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <body name="base" pos="0.1 0 0.5" euler="20 -30 40">
      <joint name="yaw" axis="0 0 2" damping="0"/>
      <geom type="box" size="0.1 0.2 0.05" pos="0.02 0 0.01" axisangle="1 1 0 35"/>
      <body name="upper" pos="0 0.1 0.3" childclass="slim">
        <joint name="shoulder" pos="0 0 -0.2"/>
        <joint name="roll" axis="1 0 0" pos="0 0.05 -0.2" armature="0"/>
        <geom/>
        <geom type="sphere" size="0.06" pos="0 0 0.3" mass="0.4"/>
        <body name="lower" pos="0 0 0.5" xyaxes="0 1 0 -1 0 0.2">
          <joint name="elbow" class="main" axis="0 1 1"/>
          <geom type="cylinder" fromto="0 0 0 0.1 0.2 0.3" size="0.04"/>
          <geom type="ellipsoid" size="0.05 0.07 0.09" pos="0.1 0.2 0.3" quat="1 2 0 -1"/>
          <body name="tool" zaxis="0.3 0.1 1" pos="0.1 0.2 0.3">
            <joint name="reach" type="slide" axis="0 0 1" class="main" range="0 0.2"/>
            <inertial pos="0.01 0 0.02" quat="1 0.2 0 0" mass="0.6" diaginertia="0.002 0.003 0.004"/>
          </body>
          <body name="plate"><geom type="box" size="0.1 0.05 0.01"/></body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="turn" joint="yaw" gear="3" ctrlrange="-2 2"/>
    <position joint="elbow" kp="40" kv="2"/>
  </actuator>
</mujoco>`);

/** A body that flies, with two arms. */
const flyer = `<mujoco model="flyer"><compiler angle="radian"/>${options}
  <worldbody><body name="trunk" pos="0 0 1"><freejoint/><geom type="box" size="0.2 0.1 0.1"/>
    <body name="left" pos="0 0.1 0"><joint name="left" axis="1 0 0"/><geom type="capsule" fromto="0 0 0 0 0.4 0" size="0.03"/></body>
    <body name="right" pos="0 -0.1 0" euler="0.3 0.2 0.1"><joint name="right" axis="1 0 0.5" damping="0.1"/>
      <geom type="capsule" fromto="0 0 0 0 -0.4 0" size="0.03"/></body>
  </body></worldbody></mujoco>`;

const refused = (text: string): string => {
  try {
    parseMjcf(text);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};
const body = (inside: string, beside = ""): string =>
  `<mujoco>${beside}<worldbody><body name="a">${inside}</body></worldbody></mujoco>`;
const ball = `<geom size="0.1"/>`;

describe("an MJCF", () => {
  it("accelerates as in MuJoCo, which reads the same text", () => {
    const said = `<inertial pos="0.1 0 0.05" mass="2" fullinertia="0.03 0.04 0.05 0.001 -0.002 0.003"/>`;
    for (const text of [
      arm(),
      arm((one) => one.replace(`eulerseq="zyx"`, `eulerseq="XYz" angle="radian"`)),
      arm((one) =>
        one
          .replace(`eulerseq="zyx"`, `inertiafromgeom="true"`)
          .replace(/<inertial [^>]*>/, `<geom type="sphere" size="0.1"/>`),
      ),
      arm((one) => one.replace(`<geom type="cylinder"`, `${said}<geom type="cylinder"`)),
    ]) {
      const { robot, root } = parseMjcf(text);
      expect(root).toBe("fixed");
      expect(worstAgainstMujoco(robot, 100, 7, text)).toBeLessThan(1e-9);
    }
    expect(worstOfFree(parseMjcf(flyer).robot, 100, 8, flyer)).toBeLessThan(1e-9);
    for (let seed = 1; seed <= 5; seed++) {
      const text = mjcf(randomRobot(seed));
      expect(worstAgainstMujoco(parseMjcf(text).robot, 20, seed, text), `seed ${seed}`).toBeLessThan(1e-9);
    }
  });

  it("says joints, limits in radians, resistances, shapes and drives", () => {
    const { robot, actuators, shapes, gravity } = parseMjcf(arm());
    expect(coordinatesOf(robot)).toEqual(["yaw", "shoulder", "roll", "elbow", "reach"]);
    const limits = Object.fromEntries(robot.joints.map(({ name, limits: { lower, upper } }) => [name, [lower, upper]]));
    expect(limits.shoulder).toEqual([-Math.PI / 2, (120 * Math.PI) / 180]);
    expect(limits.reach).toEqual([0, 0.2]);
    expect(limits.yaw).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(robot.resistances).toContainEqual({ joint: "roll", damping: 0.3, friction: 0 });
    expect(actuators).toEqual([
      { name: "turn", joint: "yaw", kind: "motor", gear: 3, kp: 0, kv: 0, range: [-2, 2] },
      expect.objectContaining({ name: "actuator2", joint: "elbow", kind: "position", kp: 40, kv: 2 }),
    ]);
    expect(gravity).toEqual([0.3, -0.2, -9.81]);
    expect(shapes.upper.map(({ kind }) => kind)).toEqual(["capsule", "ball"]);
    const [tube] = shapes.lower;
    const { position = [], orientation = [] } = tube.kind === "cylinder" ? { ...tube.pose } : {};
    expect(position).toEqual([0.05, 0.1, 0.15]);
    const along = rotate(orientation.map(Number), [0, 0, 1]);
    [0.1, 0.2, 0.3].forEach((x, i) => {
      expect(along[i]).toBeCloseTo(x / Math.hypot(0.1, 0.2, 0.3), 12);
    });
  });

  it("has mimics for equal joints: what is driven through one feels the other's inertia by the square of the factor", () => {
    const joints = (equality: string): string => `<mujoco>${options}<worldbody>
      <body name="a"><joint name="one" axis="0 1 0"/><geom type="box" size="0.2 0.05 0.05" pos="0.2 0 0"/>
        <body name="b" pos="0.4 0 0"><joint name="two" axis="0 1 0" armature="0.01"/><geom type="box" size="0.2 0.03 0.03" pos="0.2 0 0"/></body></body>
      </worldbody>${equality}</mujoco>`;
    const { robot } = parseMjcf(
      joints(`<equality><joint joint1="two" joint2="one" polycoef="0.2 -1.5 0 0 0"/></equality>`),
    );
    expect(coordinatesOf(robot)).toEqual(["one"]);
    const [tied, loose] = [ours(robot), ours(parseMjcf(joints("")).robot)];
    const draw = randomNumbers(3);
    for (let k = 0; k < 20; k++) {
      const [q, v] = [between(draw, -3, 3), between(draw, -3, 3)];
      const { M, bias } = tied([q], [v]);
      // GᵀMG and Gᵀc of the loose arm, whose accelerations are MuJoCo's
      const all = loose([q, 0.2 - 1.5 * q], [v, -1.5 * v]);
      const G = [1, -1.5];
      const form = G.reduce((sum, g, i) => sum + G.reduce((part, f, j) => part + g * all.M[i][j] * f, 0), 0);
      expect(M[0][0]).toBeCloseTo(form, 11);
      expect(bias[0]).toBeCloseTo(G[0] * all.bias[0] + G[1] * all.bias[1], 11);
    }
  });

  it("is a robot of a scene: it swings", async () => {
    const { robot, root, shapes, gravity } = parseMjcf(arm());
    const { status, trajectory } = await simulate({
      name: "own/mjcf",
      title: "",
      model: compliant({ gravity, bodies: [], contacts: [], robots: [{ name: "arm", robot, root, shapes }] }),
      parameters: {},
      start: Object.fromEntries(
        coordinatesOf(robot).flatMap((name) => [
          [`${name}.position`, name === "reach" ? 0.1 : 0.2],
          [`${name}.velocity`, 0],
        ]),
      ),
      grid: { steps: 200, h: 0.001 },
      values: {},
    });
    expect(status).toBe("solved");
    expect(trajectory.columns.energy[200]).toBeLessThan(trajectory.columns.energy[1]);
  });

  it("is refused in one sentence that names the element and its line, where a tree cannot hold it", () => {
    expect(refused("<robot/>")).toBe("MJCF: <robot> in line 1 is not the <mujoco> that an MJCF begins with.");
    expect(refused("<mujoco><worldbody>")).toMatch(/^MJCF: the text is no XML, line 1: /);
    expect(refused(`<mujoco><include file="/etc/passwd"/></mujoco>`)).toBe(
      "MJCF: <include> in line 1 would read another file: nothing is fetched.",
    );
    expect(refused(body(`<joint type="ball"/>${ball}`))).toMatch(/has type "ball"; known are hinge, slide and free\.$/);
    expect(refused(body(`<joint stiffness="2"/>${ball}`))).toMatch(/has stiffness, which a robot's joint has not\.$/);
    expect(refused(body(`<joint range="2 1"/>${ball}`))).toMatch(/has a range from 2 down to 1\.$/);
    expect(refused(body(`<joint range="1 2"/>${ball}`, `<compiler autolimits="false"/>`))).toMatch(
      /has a range, and does not say whether it is limited\.$/,
    );
    expect(refused(body(`<joint axis="0 0 0"/>${ball}`))).toMatch(/has an axis of no length\.$/);
    expect(refused(body(`<joint class="no"/>${ball}`))).toMatch(/is of the class "no", which there is not\.$/);
    expect(refused(body(`<geom type="mesh" mesh="m"/>`))).toMatch(
      /is a mesh, which is not read: give the body an <inertial>\.$/,
    );
    expect(refused(body(`<geom size="-1"/>`))).toMatch(/must have 1 numbers above 0 as size, it has "-1"\.$/);
    expect(refused(body(`<body name="a"/>`))).toMatch(/repeats the name "a"\.$/);
    expect(refused(body(`<body><freejoint/></body>`))).toMatch(/is free inside another body\.$/);
    expect(refused(body(ball, `<equality><weld body1="a"/></equality>`))).toMatch(
      /is no part of a tree: join the links/,
    );
    expect(refused(body(ball, `<actuator><motor joint="x"/></actuator>`))).toMatch(
      /names the joint "x", which there is not\.$/,
    );
    const bomb = `<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>`;
    expect(refused(`${bomb}<mujoco model="&c;"><worldbody/></mujoco>`)).toMatch(/^MJCF: the text is no XML/);
  });
});
