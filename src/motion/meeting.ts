import { sentences } from "../checks/words.js";
import { drive } from "../solve/drive.js";
import type { BoundaryTask } from "./boundary/guess.js";
import type { Found } from "./march/outcome.js";
import { isLimited, isSquare } from "./problem/condition.js";
import type { Result } from "./result.js";
import { missInWords } from "./trajectory/misses.js";

/** A condition that is missed by no more than this [own unit] is met. */
const shown = 1e-8;

/** Conditions as equations and limits, to an accuracy: by shots, and by the sequences of events where those find nothing. */
export async function toAccuracy(task: BoundaryTask): Promise<Found> {
  const found = await drive((await import("./exact/boundary.js")).exactBoundary(task));
  if (found.status !== "no-progress" || task.strategy !== "auto" || task.setup.compiled.freed.length === 0)
    return found;
  const { secondRouteByEvents } = await import("./launches/second-route.js");
  return drive(secondRouteByEvents(task, found));
}

/** Conditions of other kinds than equations at the end, on a grid or to an accuracy. */
export async function meeting(task: BoundaryTask): Promise<Found> {
  const { exact, compiled } = task.setup;
  if (exact === undefined) return (await import("./conditions/conditions.js")).meetConditions(task);
  if (isLimited(compiled) && compiled.freed.length > 0) return toAccuracy(task);
  return (await import("./conditions/to-accuracy.js")).meetToAccuracy(task);
}

/** The message of a closest motion, with the equation at its end that is missed by most, and by how much. */
export function withMiss(result: Result): Result {
  const { problem, status, message, trajectory } = result;
  const { row, value } = trajectory.certificate.boundaryError;
  const { unit } = problem.boundary?.find(({ name }) => name === row) ?? {};
  const isClosest = (status === "infeasible" || status === "no-progress") && isSquare(problem) && value > shown;
  if (unit === undefined || !isClosest) return result;
  const told = `The motion that is shown misses ${missInWords({ name: row, unit, miss: value })}.`;
  return { ...result, message: sentences(message, told) };
}
