import type { StudyQuestion } from "../../../motion/study/study.js";
import type { Crew } from "../../studies/crew.js";
import type { Work } from "../../studies/item.js";
import type { Row } from "../../studies/row.js";
import type { Reply, Request, StudyBegun } from "../messages.js";
import { Refused } from "../planner.js";
import type { Given } from "../sources.js";

/** A worker of the page that computes items of one study, one at a time. */
export interface Hand {
  readonly begun: StudyBegun;
  readonly item: (work: Work) => Promise<Row>;
  /** Ends it at once, whatever it is at. */
  readonly end: () => void;
}

/** The study that hands are hired for: a problem by its name, or as it was given, and what is asked of it. */
export interface Task {
  readonly problem: string;
  readonly given: Given | undefined;
  readonly question: StudyQuestion;
}

/** As much of a worker as is needed here. */
export type HandWorker = Pick<Worker, "postMessage" | "terminate" | "addEventListener">;

/**
 * A worker that knows the study.
 * @throws {Refused} in the words of the worker, where it cannot be computed.
 */
export async function hire(worker: HandWorker, { problem, given, question }: Task): Promise<Hand> {
  let id = 0;
  let asked: { readonly resolve: (reply: Reply) => void; readonly reject: (why: Error) => void } | undefined;
  worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
    if (data.id !== id) return;
    if (data.kind === "refused") asked?.reject(new Refused(data.refusal));
    else asked?.resolve(data);
  });
  worker.addEventListener("error", (event) =>
    asked?.reject(new Error((event as ErrorEvent).message || "its program cannot be loaded")),
  );
  const ask = <R extends Reply>(request: Omit<Request, "id">): Promise<R> =>
    new Promise<R>((resolve, reject) => {
      asked = { resolve: (reply) => resolve(reply as R), reject };
      worker.postMessage({ ...request, id: ++id });
    });
  try {
    if (given !== undefined) {
      const { run: _, ...definition } = given;
      await ask({ kind: "open", problem, ...definition } as Omit<Request, "id">);
    }
    const { study } = await ask<Reply & { kind: "study" }>({ kind: "study", problem, question } as Omit<Request, "id">);
    return {
      begun: study,
      item: async (work) => (await ask<Reply & { kind: "item" }>({ kind: "item", work } as Omit<Request, "id">)).row,
      end: () => worker.terminate(),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/** A place at the bench: a hand sits there once it is hired, and another one after it broke down. */
interface Seat {
  hand: Hand | undefined;
}

/** A crew of workers of the page, of which one is hired already; told to stop, it lets go of what is in hand. */
export function pageCrew(first: Hand, width: number, more: () => Promise<Hand>): Crew {
  const seats = Array.from({ length: width }, (_, i): Seat => ({ hand: i === 0 ? first : undefined }));
  const free = [...seats].reverse();
  const queue: ((seat: Seat) => void)[] = [];
  let halt = (): void => {};
  let stopped = false;
  const halted = new Promise<undefined>((resolve) => {
    halt = () => resolve(undefined);
  });
  const take = (): Promise<Seat> | Seat => free.pop() ?? new Promise<Seat>((resolve) => queue.push(resolve));
  const give = (seat: Seat): void => {
    const next = queue.shift();
    if (next === undefined) free.push(seat);
    else next(seat);
  };
  const dismiss = (): void => {
    for (const seat of seats) {
      seat.hand?.end();
      seat.hand = undefined;
    }
  };
  const compute = async (work: Work): Promise<Row | undefined> => {
    const seat = await Promise.race([take(), halted]);
    if (seat === undefined) return undefined;
    try {
      seat.hand ??= await more();
      if (stopped) return undefined;
      return await Promise.race([seat.hand.item(work), halted]);
    } catch (error) {
      seat.hand?.end();
      seat.hand = undefined;
      throw error;
    } finally {
      if (stopped) dismiss();
      give(seat);
    }
  };
  return {
    width: () => width,
    // an item at a time: a chunk would only keep what is done from being seen
    chunkSeconds: 0,
    async run(chunk) {
      const rows: Row[] = [];
      for (const work of chunk) {
        const row = stopped ? undefined : await compute(work);
        if (row === undefined) break;
        rows.push(row);
      }
      return rows;
    },
    stop() {
      stopped = true;
      halt();
      dismiss();
    },
    async close() {
      dismiss();
    },
  };
}
