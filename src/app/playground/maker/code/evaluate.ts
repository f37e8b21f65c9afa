import { isRecord } from "../../../../checks/fields.js";

/** Code runs no longer than the frame lets it, and this much more is for loading it [ms]. */
const patience = 20_000;

/**
 * The problem, as JSON, that code of TypeScript exports. It runs in a worker of a frame that has an origin of its own, a policy
 * that allows no connection, and no way to the page but this message.
 * @throws {Error} one sentence where it fails, takes too long, or exports none.
 */
export async function evaluated(code: string): Promise<string> {
  const response = await fetch("sandbox.js");
  if (!response.ok) throw new Error("The program that runs code is not beside this page.");
  const program = await response.text();
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.title = "Code that runs by itself";
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = "sandbox.html";
  const loaded = new Promise((resume) => frame.addEventListener("load", resume, { once: true }));
  const ended = answerOf(frame);
  document.body.append(frame);
  try {
    await loaded;
    // an origin of nobody can only be named by all
    frame.contentWindow?.postMessage({ program, code }, "*");
    return problemIn(await ended);
  } finally {
    frame.remove();
  }
}

function answerOf(frame: HTMLIFrameElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const late = setTimeout(() => {
      stop.abort();
      reject(new Error("The code gives no answer."));
    }, patience);
    const hear = ({ source, data }: MessageEvent): void => {
      if (source !== frame.contentWindow) return;
      stop.abort();
      clearTimeout(late);
      resolve(data);
    };
    addEventListener("message", hear, { signal: stop.signal });
  });
}

function problemIn(reply: unknown): string {
  const { problem, fault } = isRecord(reply) ? reply : {};
  if (typeof problem === "string") return problem;
  throw new Error(typeof fault === "string" ? `The code fails: ${fault.slice(0, 300)}.` : "The code gives no answer.");
}
