import type {
  Answer,
  ExportKind,
  ProblemInfo,
  Progress,
  Refusal,
  Reply,
  Request,
  Robot,
  RunRequest,
} from "./messages.js";

/** The worker, as far as it is needed here. */
export interface Port {
  postMessage(request: Request): void;
  addEventListener(type: "message", listener: (event: { readonly data: Reply }) => void): void;
  /** Tells why the worker broke down: it answers nothing that it was asked before. */
  onBreak(tell: (why: string) => void): void;
  /** Fulfilled when somebody is at the page: what may be asked soon is made ready then. */
  readonly wanted: Promise<void>;
}

/** Told what becomes of a run. Of runs that a newer one overtook only those of a drag are told. */
export interface Listener {
  readonly started: (run: RunRequest) => void;
  readonly progress: (progress: Progress) => void;
  /** The worker holds the run under a number, by which it can be exported. */
  readonly answered: (run: RunRequest, answer: Answer, number: number) => void;
  readonly refused: (run: RunRequest, refusal: Refusal) => void;
}

export interface Planner {
  /** Asks for a run. The newest wins: one is worked on, one may wait, and a newer one takes its place. */
  run(request: RunRequest): void;
  /** Stops what is worked on; what was found so far comes as its answer. */
  cancel(): void;
  open(
    problem: string,
    saved?: Pick<Request & { kind: "open" }, "definition" | "expected" | "draft">,
  ): Promise<ProblemInfo>;
  /** A run that the worker holds, as a file in pieces. */
  exported(what: ExportKind, run: number): Promise<readonly string[]>;
  robot(urdf: string): Promise<Robot>;
  readonly wanted: Promise<void>;
}

/** The reason for which a request was refused, where somebody waits for it. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

const isSameDrag = (a: RunRequest, b: RunRequest): boolean =>
  a.drag !== undefined && b.drag !== undefined && a.problem === b.problem;

/** The page's side of the worker. */
export function planner(port: Port, listener: Listener): Planner {
  let id = 0;
  let busy: { readonly id: number; readonly run: RunRequest } | undefined;
  let waiting: RunRequest | undefined;
  /** The run that was cancelled for a newer one, not by people: it ends in silence, whatever waits by then. */
  let overtaken = 0;
  const questions = new Map<number, { resolve: (reply: Reply) => void; reject: (reason: Refused) => void }>();

  port.addEventListener("message", ({ data }) => {
    const question = questions.get(data.id);
    if (question !== undefined) {
      questions.delete(data.id);
      if (data.kind === "refused") question.reject(new Refused(data.refusal));
      else question.resolve(data);
      return;
    }
    if (busy?.id !== data.id) return;
    const { run } = busy;
    // what was overtaken is shown only where both are steps of one drag: anything else has cancelled it
    const told = data.id !== overtaken && (waiting === undefined || isSameDrag(run, waiting));
    if (data.kind === "progress") {
      if (told) listener.progress(data.progress);
      return;
    }
    busy = undefined;
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) start(next);
    if (told && data.kind === "answer") listener.answered(run, data.answer, data.id);
    if (told && data.kind === "refused") listener.refused(run, data.refusal);
  });

  port.onBreak((why) => {
    const refusal: Refusal = { field: "", message: `The solver stopped: ${why}.` };
    const asked = [...questions.values()];
    const run = busy?.run;
    questions.clear();
    busy = undefined;
    waiting = undefined;
    for (const { reject } of asked) reject(new Refused(refusal));
    if (run !== undefined) listener.refused(run, refusal);
  });

  function start(run: RunRequest): void {
    busy = { id: ++id, run };
    port.postMessage({ kind: "run", id, ...run });
    listener.started(run);
  }

  function ask<R extends Reply>(request: Omit<Request, "id">): Promise<R> {
    const own = ++id;
    return new Promise<R>((resolve, reject) => {
      questions.set(own, { resolve: (reply) => resolve(reply as R), reject });
      port.postMessage({ ...request, id: own } as Request);
    });
  }

  const cancel = (): void => {
    if (busy !== undefined) port.postMessage({ kind: "cancel", id: busy.id });
  };

  return {
    run(request) {
      if (busy === undefined) return start(request);
      waiting = request;
      // a step of a drag is short, and its picture is wanted; anything else would be in the way
      if (isSameDrag(busy.run, request)) return;
      overtaken = busy.id;
      cancel();
    },
    cancel() {
      waiting = undefined;
      overtaken = 0;
      cancel();
    },
    open: async (problem, saved = {}) =>
      (await ask<Reply & { kind: "opened" }>({ kind: "open", problem, ...saved } as Omit<Request, "id">)).info,
    robot: (urdf) => ask<Reply & { kind: "robot" }>({ kind: "robot", urdf } as Omit<Request, "id">),
    exported: async (what, run) =>
      (await ask<Reply & { kind: "exported" }>({ kind: "export", what, run } as Omit<Request, "id">)).pieces,
    wanted: port.wanted,
  };
}
