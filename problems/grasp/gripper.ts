import {
  add,
  type Expected,
  input,
  last,
  type Method,
  mul,
  type Problem,
  parameter as p,
  quasistatic,
  type Scalar,
  select,
  step,
  sub,
} from "bankshot";
import type { QuasistaticScheme } from "bankshot/robots";
import { gripperParameters, gripperScene, gripperStart, gripperValues } from "./gripper-scene.js";

/** (29): squeeze and lift until `release.step`, then open and stay. */
export const squeezeThenRelease = {
  closing: mul(input("closing"), p("squeeze.speed")),
  lifting: mul(input("lifting"), p("lift.speed")),
  released: input("released"),
};

const until = (at: Scalar, value: Scalar, after: Scalar) => select(sub(add(at, 0.5), step), value, after);

/** 1 while the fingers close and −1 while they open, 1 while the gripper rises, and 1 in the step after the release. */
export const gripperInputs: NonNullable<Problem["inputs"]> = {
  closing: until(p("release.step"), 1, -1),
  lifting: until(p("release.step"), 1, 0),
  released: until(p("release.step"), 0, until(add(p("release.step"), 1), 1, 0)),
};

export const gripperProblem: Omit<Problem, "name" | "title"> = {
  model: (choice) => quasistatic(gripperScene(squeezeThenRelease), choice("scheme") as QuasistaticScheme),
  parameters: {
    ...gripperParameters,
    "release.step": { value: 39, unit: "1", meaning: "last step in which the fingers close, counted from 1", min: 0 },
    scheme: {
      value: "miqp",
      unit: "",
      meaning: "whether a squeeze acts in its own step or, as section V-B has it, one later (miqp-delayed)",
      choices: ["miqp", "miqp-delayed"],
    },
  },
  inputs: gripperInputs,
  start: gripperStart,
  grid: { steps: 60, h: 0.01 },
  values: {
    ...gripperValues,
    drop: {
      unit: "m",
      meaning: "fall of the cylinder in the step after the release",
      of: { reduce: "sum", column: "fall" },
    },
    "end.x": { unit: "m", meaning: "where the cylinder ends", of: last("cylinder.x") },
    "end.y": { unit: "m", meaning: "height of its centre at the end", of: last("cylinder.y") },
  },
};

export const problem: Problem = {
  name: "grasp/gripper",
  title: "A planar gripper picks up a cylinder and drops it (Pang, Tedrake 2018, section V-A)",
  ...gripperProblem,
};

const exact = "exact rational enumeration of all contact modes";

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "lift.max", value: 0.069, tolerance: 1e-9, source: exact },
    { name: "drop", value: 0.019, tolerance: 1e-9, source: exact },
    { name: "contact.step", value: 21, tolerance: 0, source: "Pang, Tedrake (2018), section V-A" },
    { name: "squeeze.step", value: 21, tolerance: 0, source: exact },
    { name: "objective.max", value: 2e-6, tolerance: 1e-14, source: exact },
    { name: "unproven", value: 0, tolerance: 0, source: exact },
    { name: "end.x", value: 0, tolerance: 1e-9, source: "symmetry" },
    { name: "end.y", value: 0.05, tolerance: 1e-9, source: "back on the table" },
  ],
};

export const methods: readonly Method[] = [
  { method: "bound of the same step", problem: "grasp/gripper", set: { scheme: "miqp" } },
  { method: "bound of the step before", problem: "grasp/gripper", set: { scheme: "miqp-delayed" } },
];
