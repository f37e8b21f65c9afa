/**
 * The web server of `bankshot open`: files of one folder, and answers as JSON, to this machine only. Whatever a request
 * asks, it gets an answer and the server goes on. It knows no problems: what is answered comes from outside.
 *
 * @module app/cli/server
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import sirv from "sirv";

/** An answer as JSON, made anew each time. */
export type Answer = () => Promise<object>;

/** Pages of other places can neither read, frame nor misread what is served here. */
const protection: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "frame-ancestors 'self'",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * A server of a folder's files and of answers by their paths, which go before files. In place of a file that is not there
 * yet, `awaited` may have a page that says so.
 */
export function serve(
  directory: string,
  answers: ReadonlyMap<string, Answer>,
  awaited: (path: string) => string | undefined = () => undefined,
): Server {
  const site = sirv(directory, { dev: true });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.split("?")[0] ?? "";
    const told = answers.get(path);
    if (told !== undefined) return answer(response, told);
    const isFile = await new Promise<boolean>((resolve) => {
      response.once("pipe", () => resolve(true)).once("close", () => resolve(true));
      site(request, response, () => resolve(false));
    });
    if (isFile) return;
    const page = awaited(path);
    if (page === undefined) return say(response, 404, "There is nothing here.");
    // asked again until the file is there
    response.writeHead(503, { "content-type": "text/html; charset=utf-8", "retry-after": "2" }).end(page);
  };
  const server = createServer((request, response) => {
    // a file may vanish between being found and being read, and whoever asked may go away
    const fail = (): void => void say(response, 500, "This could not be answered; the server goes on.");
    response.on("pipe", (file) => file.on("error", fail));
    request.on("error", fail);
    response.on("error", () => response.destroy());
    holdHead(response);
    for (const [name, value] of Object.entries(protection)) response.setHeader(name, value);
    const refusal = refuse(request, portOf(server));
    if (refusal !== undefined) {
      say(response, ...refusal);
      return;
    }
    if (!isRange(request.headers.range)) delete request.headers.range;
    handle(request, response).catch(fail);
  });
  return server;
}

/** Keeps status and headers until the first part is written: a file that cannot be read is then still an error of its own. */
function holdHead(response: ServerResponse): void {
  const write = response.writeHead.bind(response);
  response.writeHead = (status: number, ...rest: unknown[]) => {
    // once only, and the first part is written with what is kept here: then no headers are given
    response.writeHead = write;
    const headers = rest.find((one) => typeof one === "object" && one !== null);
    if (headers === undefined) return write(status);
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
    return response;
  };
}

/** Why a request is not for this server. */
function refuse({ method, headers: { host = "" } }: IncomingMessage, port: number): [number, string] | undefined {
  // other pages must not read a local file by another name of this machine
  const [, asked = "80"] = /^(?:localhost|127\.0\.0\.1)(?::(\d+))?$/.exec(host) ?? ["", ""];
  if (asked !== String(port)) return [403, "This server answers to its own address only."];
  if (method !== "GET" && method !== "HEAD") return [405, "This server is only read: GET and HEAD."];
  return undefined;
}

/** One range of bytes that begins before it ends; others mean the whole file. */
function isRange(range: string | undefined): boolean {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range ?? "") ?? [];
  return from !== undefined && (to === "" || Number(from) <= Number(to));
}

async function answer(response: ServerResponse, told: Answer): Promise<void> {
  const text = JSON.stringify(await told());
  response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" }).end(text);
}

/** Ends a response by a sentence; where a part of it is gone already, the connection ends. */
function say(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // what was said of a file that could not be read is not true of this sentence
  for (const name of response.getHeaderNames()) if (!Object.hasOwn(protection, name)) response.removeHeader(name);
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    ...(status === 405 && { allow: "GET, HEAD" }),
  });
  response.end(`${sentence}\n`);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
