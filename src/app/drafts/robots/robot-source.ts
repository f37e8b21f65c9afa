import { fromRotationVector } from "../../../algebra/rotation.js";
import type { Draft } from "../draft.js";
import { call, p, Ref, type Source } from "../source.js";
import { type DraftRobot, jointOf, readRobot, robotWith } from "./robot.js";

const frees = ({ ask }: Pick<Draft, "ask">, name: string, one: string): boolean =>
  ask.free.some(({ of, what }) => of === name && what === one);

/** The constant of a file that holds the text of a robot's URDF. */
export const urdfName = (i: number): string => (i === 0 ? "urdf" : `urdf${i + 1}`);

/** A robot of the scene: what its URDF says, where its root stands, and a steady motor in each joint that has one. */
export function robotSource(one: DraftRobot, i: number, draft: Draft): Source {
  const { name, urdf, turn } = one;
  const motors = readRobot(urdf).joints.filter(
    (joint) => jointOf(one, joint).motor !== undefined || frees(draft, joint, "motor"),
  );
  return {
    name,
    robot: call("parseUrdf", new Ref(urdfName(i))),
    shapes: call("urdfShapes", new Ref(urdfName(i))),
    base: {
      position: ["x", "y", "z"].map((axis) => p(`${name}.${axis}`)),
      ...(turn !== undefined && { orientation: Array.from(fromRotationVector(turn)) }),
    },
    ...(motors.length > 0 && { efforts: Object.fromEntries(motors.map((joint) => [joint, p(`${joint}.motor`)])) }),
  };
}

/** A number of a robot: whose it is, its parameter, its value, its unit and how people call it. */
export type RobotNumber = readonly [of: string, what: string, value: number, unit: string, meaning: string];

/** The numbers of a robot that can be set: its place, and of each joint the start, and rate and motor where it has them. */
export function robotNumbers(one: DraftRobot, draft: Draft): RobotNumber[] {
  const { joints, sliding } = readRobot(one.urdf);
  const place = (["x", "y", "z"] as const).map(
    (axis, i): RobotNumber => [one.name, axis, one.at[i], "m", `place of ${one.name}, ${axis}`],
  );
  return [
    ...place,
    ...joints.flatMap((name): RobotNumber[] => {
      const { position = 0, velocity, motor } = jointOf(one, name);
      const slides = sliding.has(name);
      const start: RobotNumber = [
        name,
        "position",
        position,
        slides ? "m" : "rad",
        `${slides ? "position" : "angle"} of ${name} at the start`,
      ];
      return [
        start,
        ...(velocity !== undefined || frees(draft, name, "velocity")
          ? [[name, "velocity", velocity ?? 0, slides ? "m/s" : "rad/s", `speed of ${name} at the start`] as const]
          : []),
        ...(motor !== undefined || frees(draft, name, "motor")
          ? [[name, "motor", motor ?? 0, slides ? "N" : "N m", `motor of ${name}`] as const]
          : []),
      ];
    }),
  ];
}

/** The unit of what is free or held of a joint of a robot; undefined of all else. */
export function robotUnit({ robots }: Pick<Draft, "robots">, name: string, what: string): string | undefined {
  const one = robotWith(robots, "joints", name);
  if (one === undefined || !["position", "velocity", "motor"].includes(what)) return undefined;
  const slides = readRobot(one.urdf).sliding.has(name);
  if (what === "motor") return slides ? "N" : "N m";
  const unit = slides ? "m" : "rad";
  return what === "velocity" ? `${unit}/s` : unit;
}

/** The subject of a condition on a robot: a joint's state, or the place of a link; undefined of a body. */
export function endOfRobot({ robots }: Pick<Draft, "robots">, name: string, what: string): Source | undefined {
  if (what === "position" || what === "velocity") return call("last", `${name}.${what}`);
  return robotWith(robots, "moved", name) === undefined ? undefined : call("placeAtEnd", new Ref("model"), name, what);
}
