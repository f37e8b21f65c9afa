import { expect, it } from "vitest";
import { stepOfInstance } from "../../../src/models/quasistatic/instance.js";
import { family } from "../../solve/miqp/families.js";

const [instance] = family("cyl36");

it.each<[string, object]>([
  [`phi must hold ${instance.nc} elements, it holds 1`, { phi: [0] }],
  [`Jf must hold ${instance.nd} elements, it holds none`, { Jf: undefined }],
  [`tau must hold 5 elements, it holds ${instance.tau.length}`, { nu: 5 }],
  ["ndi must add up to nd", { ndi: instance.ndi.map(() => 1) }],
])("a step as a file is refused: %s", (message, change) => {
  expect(() => stepOfInstance({ ...instance, ...change })).toThrow(message);
});
