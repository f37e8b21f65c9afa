import { registry } from "../../../problems/registry.js";
import type { Found } from "./found.js";

/** The names of all problems that come with the package. */
export const packagedNames: readonly string[] = Object.keys(registry);

/** The problem of the package that has a name, where there is one; no other problem is read or built. */
export async function packagedProblem(name: string): Promise<Found | undefined> {
  const load = Object.hasOwn(registry, name) ? registry[name] : undefined;
  if (load === undefined) return undefined;
  const { problem, expected, methods, fit } = await load();
  return { problem, expected, ...(methods && { methods }), ...(fit && { fit }), source: { name } };
}
