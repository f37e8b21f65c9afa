import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";

/** The command line, as it was built. */
export const cli = join(import.meta.dirname, "../../../src/app/cli/cli.js");

/** A port that is free now. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

/** A redis-server of its own, with an append-only file. */
export interface Server {
  readonly url: string;
  /** Kills it without a word, and starts it again from its file. */
  readonly crash: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts Debian's redis-server in a folder. */
export async function serve(folder: string): Promise<Server> {
  const port = await freePort();
  const words = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes", "--dir", folder];
  const start = async (): Promise<ChildProcess> => {
    const server = spawn("redis-server", words);
    await new Promise<void>((resolve, reject) => {
      server.on("error", reject);
      server.stdout?.on("data", (text) => /Ready to accept/.test(String(text)) && resolve());
    });
    return server;
  };
  let server = await start();
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    async crash() {
      await end("SIGKILL");
      server = await start();
    },
    stop: () => end("SIGTERM"),
  };
}
