import type { Reply, Request } from "./messages.js";
import type { Port } from "./planner.js";

/** Signs that somebody is at the page: soon something may be asked for. */
const signs = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart"] as const;

/** The worker as a port. It is fetched when it is first asked for something: a page that only shows a stored motion has no need of it. */
export function lazyPort(make: () => Worker, page: EventTarget): Port {
  const heard: ((event: { readonly data: Reply }) => void)[] = [];
  const broken: ((why: string) => void)[] = [];
  let worker: Worker | undefined;
  const started = (): Worker => {
    if (worker !== undefined) return worker;
    worker = make();
    for (const listener of heard) worker.addEventListener("message", listener);
    worker.addEventListener("error", (event) => {
      // the next request has another one
      worker = undefined;
      for (const tell of broken) tell(event.message || "its program cannot be loaded");
    });
    return worker;
  };
  return {
    postMessage: (request: Request) => started().postMessage(request),
    addEventListener: (_, listener) => void heard.push(listener),
    onBreak: (tell) => void broken.push(tell),
    wanted: new Promise((resolve) => {
      const come = (): void => {
        for (const sign of signs) page.removeEventListener(sign, come, true);
        resolve();
      };
      for (const sign of signs) page.addEventListener(sign, come, { capture: true, passive: true });
    }),
  };
}
