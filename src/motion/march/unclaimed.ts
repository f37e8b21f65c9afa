import type { Solution } from "../../solve/mcp.js";
import { explain } from "../../solve/newton/message.js";
import type { March } from "./march.js";

/** A march that broke off, without any claim that its step has no solution: of one launch of many that says little. */
export function unclaimed(march: March, why?: string): March {
  const { failure } = march;
  if (failure?.status !== "infeasible") return march;
  const left: Solution = { ...failure, status: "no-progress" };
  const message = explain(left, "");
  return {
    ...march,
    status: left.status,
    failure: { ...left, message: why === undefined ? message : `${message.replace(/\.$/, "")}; ${why}.` },
  };
}
