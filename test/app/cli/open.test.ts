import { writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import { main } from "../../../src/app/cli/main.js";
import { type Definition, problemOf } from "../../../src/app/run/saved/definition.js";
import { solve } from "../../../src/motion/solve.js";
import { bankshot, scratch } from "./run.js";
import { cartFile } from "./user-problem.js";

/** `bankshot open …` in this process: where it serves, what it said, and how to end it. */
async function opened(argv: readonly string[], cwd: string) {
  const interruption = new AbortController();
  const said = { out: "", err: "" };
  let tell: () => void = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const code = main(["open", "--no-open", "--no-build", ...argv], {
    out(text) {
      said.out += text;
      tell();
    },
    err(text) {
      said.err += text;
    },
    colours: false,
    live: false,
    cwd,
    signal: interruption.signal,
  });
  await Promise.race([told, code]);
  const [, url = "", link = ""] = /at (http:\/\/localhost:\d+\/)(\S*)/.exec(said.out) ?? [];
  return {
    url,
    link,
    said,
    end: () => {
      interruption.abort();
      return code;
    },
  };
}

/** Asks as no browser would: the status, headers and text of the answer. */
function asked(url: string, options: { method?: string; path?: string; headers?: Record<string, string> }) {
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    request(new URL(options.path ?? "", url), options, (response) => {
      let text = "";
      response.on("data", (part) => {
        text += part;
      });
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    })
      .on("error", reject)
      .end();
  });
}

interface Local {
  readonly definition: Definition;
  readonly refusal?: string;
}

describe("bankshot open", () => {
  it("serves the page, and says where", async () => {
    const { url, link, end } = await opened(["rolling/ball-place", "--port", "0"], scratch());
    expect(link).toBe("#problem=rolling/ball-place");
    const page = await fetch(url);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain("bankshot");
    // the list of problems is there whether or not results were built
    const listed = (await (await fetch(`${url}results/index.json`)).json()) as { name: string }[];
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(problems));
    expect((await fetch(`${url}results/none.json`)).status).toBe(404);
    expect((await fetch(`${url}local.json`)).status).toBe(404);
    expect(await end()).toBe(0);
  });

  it("offers a user's file as it is now, each time it is asked", async () => {
    const cwd = scratch();
    const file = join(cwd, "cart.ts");
    writeFileSync(file, cartFile);
    const { url, link, end } = await opened(["cart.ts", "--port", "0"], cwd);
    expect(link).toBe("#problem=file:cart.ts");
    const local = async (): Promise<Local> => (await fetch(`${url}local.json`)).json() as Promise<Local>;
    const { status, problem } = await solve(problemOf((await local()).definition));
    expect([status, problem.name]).toEqual(["solved", "cart"]);
    writeFileSync(file, cartFile.replace('name: "cart",\n  title', 'name: "waggon",\n  title'));
    expect(problemOf((await local()).definition).name).toBe("waggon");
    writeFileSync(file, "export const problem = nothing;\n");
    expect((await local()).refusal).toBe("cart.ts:1: nothing is not defined.");
    await end();
  });

  it("opens a saved result with what was set in it", async () => {
    const cwd = scratch();
    await bankshot(["solve", "rolling/ball-place", "--set", "target.x=0.9", "--out", "out"], { cwd });
    const { link, end } = await opened(["out/result.json", "--port", "0"], cwd);
    expect(link).toBe("#problem=rolling/ball-place&verb=solve&set.target.x=0.9");
    await end();
  });

  it("answers nobody who calls this machine by another name or another port", async () => {
    const { url, end } = await opened(["--port", "0"], scratch());
    for (const host of ["elsewhere.example", "localhost", "localhost:1", "127.0.0.1:99999", "localhost:"])
      expect((await asked(url, { headers: { host } })).status, host).toBe(403);
    expect((await asked(url, { headers: { host: new URL(url).host.replace("localhost", "127.0.0.1") } })).status).toBe(
      200,
    );
    await end();
  });

  it("goes on whatever range is asked for", async () => {
    const { url, end } = await opened(["--port", "0"], scratch());
    const whole = await asked(url, {});
    for (const range of ["bytes=10-5", "bytes=0-99999999999999999999", "bytes=-5", "bytes=x-y", "lines=1-2", "bytes=5"])
      expect(await asked(url, { headers: { range } }), range).toMatchObject({ status: 200, text: whole.text });
    expect(await asked(url, { headers: { range: "bytes=2-5" } })).toMatchObject({
      status: 206,
      text: whole.text.slice(2, 6),
    });
    expect((await asked(url, { headers: { range: "bytes=999999999-" } })).status).toBe(416);
    await end();
  });

  it("is only read, and by no page of another place", async () => {
    const { url, end } = await opened(["--port", "0"], scratch());
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
      expect(await asked(url, { method }), method).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
    expect(await asked(url, { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
    for (const path of ["/", "/results/index.json", "/none", "/%ff", "/%2e%2e/package.json"])
      expect((await asked(url, { path })).headers, path).toMatchObject({
        "x-content-type-options": "nosniff",
        "content-security-policy": "frame-ancestors 'self'",
        "cross-origin-resource-policy": "same-origin",
      });
    await end();
  });

  it.each([
    [
      "a BigInt",
      'values.push({ name: "reach", value: 1n, tolerance: 1, source: "" });',
      "expected.values[1].value must be a number, a status or null, it is 1.",
    ],
    ["a circle", "values.push(values);", "expected.values[1] must be a record, it is a list of 2."],
    ["no tolerance", "values.push({ ...values[0], tolerance: undefined });", "expected.values[1].tolerance must be"],
  ])("refuses a file whose expected values hold %s", async (_, line, sentence) => {
    const cwd = scratch();
    const from = "export const expected";
    expect(cartFile).toContain(from);
    writeFileSync(join(cwd, "cart.ts"), `${cartFile}\nconst values: any[] = expected.values as never;\n${line}\n`);
    const { code, err } = await bankshot(["open", "cart.ts", "--no-open"], { cwd });
    expect([code, err]).toEqual([2, expect.stringContaining(`cart.ts: ${sentence}`)]);
  });

  it("takes the next port where one is taken, and says so", async () => {
    const first = await opened(["--port", "0"], scratch());
    const port = Number(new URL(first.url).port);
    const second = await opened(["--port", String(port)], scratch());
    expect(second.said.err).toContain(`Port ${port} is taken; this is port ${new URL(second.url).port}.`);
    await Promise.all([first.end(), second.end()]);
  });

  it.each([
    [["open", "--port", "many"], '--port takes a whole number from 0 to 65535, and "many" is none.'],
    [["open", "rolling/ball-plac"], "did you mean rolling/ball-place?"],
    [["open", "gone.ts"], "There is no file gone.ts."],
  ])("refuses %j", async (argv, sentence) => {
    const { code, err } = await bankshot([...argv, "--no-open"]);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });
});
