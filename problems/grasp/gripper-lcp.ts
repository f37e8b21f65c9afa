import {
  add,
  type Expected,
  input,
  last,
  mul,
  type Problem,
  parameter as p,
  quasistatic,
  select,
  step,
  sub,
} from "bankshot";
import { squeezeThenRelease } from "./gripper.js";
import { type Commands, gripperParameters, gripperScene, gripperStart, gripperValues } from "./gripper-scene.js";

/** The command after the fingers have touched: by the text of section V-A, the print of (30), or (29). */
const commands: Readonly<Record<string, Commands>> = {
  text: { closing: mul(input("approaching"), p("squeeze.speed")), lifting: p("lift.speed"), released: 0 },
  printed: {
    closing: mul(input("approaching"), p("squeeze.speed")),
    lifting: mul(input("approaching"), p("lift.speed")),
    released: 0,
  },
  squeeze: { ...squeezeThenRelease, released: 0 },
};

const before = (at: ReturnType<typeof p>, value: number, after: number) =>
  select(sub(add(at, 0.5), step), value, after);

export const problem: Problem = {
  name: "grasp/gripper-lcp",
  title: "The same gripper by Trinkle's LCP: nothing is picked up (Pang, Tedrake 2018, Fig. 6)",
  model: (choice) => quasistatic(gripperScene(commands[choice("command")]), "lcp"),
  parameters: {
    ...gripperParameters,
    "stop.step": { value: 20, unit: "1", meaning: "last step in which the fingers close", min: 0 },
    "release.step": { value: 39, unit: "1", meaning: "last step in which the command `squeeze` closes", min: 0 },
    command: {
      value: "text",
      unit: "",
      meaning: "after touching: rise (text), stay as (30) prints it (printed), or go on as in (29) (squeeze)",
      choices: Object.keys(commands),
    },
  },
  inputs: {
    approaching: before(p("stop.step"), 1, 0),
    closing: before(p("release.step"), 1, -1),
    lifting: before(p("release.step"), 1, 0),
  },
  start: gripperStart,
  grid: { steps: 60, h: 0.01 },
  values: {
    ...gripperValues,
    "end.height": { unit: "m", meaning: "height of the fingertips at the end", of: last("gripper.y") },
  },
};

const print = "Pang, Tedrake (2018), Fig. 6";

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "lift.max", value: 0.05, tolerance: 1e-9, source: print },
    { name: "squeeze.max", value: 0, tolerance: 1e-8, source: print },
    { name: "contact.step", value: 21, tolerance: 0, source: print },
    { name: "end.height", value: 0.07, tolerance: 1e-12, source: "60 steps of 1 mm from 10 mm" },
  ],
};
