import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { build, type Part, partsOf } from "../../../src/app/cli/server/first-use.js";
import { serve } from "../../../src/app/cli/server/serve.js";
import { scratch } from "./run.js";

it.skipIf(process.platform !== "linux")("answers 500 where a file cannot be read, and goes on", async () => {
  const folder = scratch();
  // it looks like an empty file, and every read of it is an error
  symlinkSync("/proc/self/mem", join(folder, "broken.txt"));
  writeFileSync(join(folder, "whole.txt"), "whole");
  const server = serve(folder, new Map());
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  const { port } = server.address() as AddressInfo;
  for (let k = 0; k < 2; k++) {
    const broken = await fetch(`http://localhost:${port}/broken.txt`);
    expect(broken.status).toBe(500);
    expect(broken.headers.get("x-content-type-options")).toBe("nosniff");
    expect(broken.headers.get("content-type")).toContain("text/plain");
    expect(await broken.text()).toBe("This could not be answered; the server goes on.\n");
    const whole = await fetch(`http://localhost:${port}/whole.txt`);
    expect([whole.status, await whole.text()]).toEqual([200, "whole"]);
  }
  server.close();
});

it("builds what is missing when it is first used, and answers by a page that says so until it is there", async () => {
  const root = scratch();
  const made = (path: string): string => join(root, path);
  // each is made when the test says so
  const part = (name: string, path: string, file: string, script = ""): Part => ({
    name,
    path,
    isThere: () => existsSync(made(file)),
    command: [
      "-e",
      `${script} setInterval(() => { if (fs.existsSync("go")) { fs.writeFileSync(${JSON.stringify(file)}, "built"); process.exit(); } }, 5)`,
    ],
  });
  const parts = [
    part("The documentation", "/docs.html", "docs.html"),
    { ...part("The notebooks", "/notebooks.html", "notebooks.html"), command: ["-e", "throw new Error('no paper')"] },
    part("Licences", "/there.html", "there.html"),
  ];
  writeFileSync(made("there.html"), "there");
  const building = build(parts, root);
  const server = serve(root, new Map(), building.awaited);
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  const { port } = server.address() as AddressInfo;
  const asked = async (path: string): Promise<[number, string]> => {
    const response = await fetch(`http://localhost:${port}${path}`);
    return [response.status, await response.text()];
  };
  expect(building.stage()).toEqual({ text: "The documentation: being built.", share: 0 });
  const [status, text] = await asked("/docs.html");
  expect([status, /http-equiv="refresh"/.test(text)]).toEqual([503, true]);
  expect(text).toContain("The documentation: built when first used. This page opens by itself when that is done.");
  expect((await asked("/elsewhere.html"))[0]).toBe(404);
  expect((await asked("/there.html"))[1]).toBe("there");
  writeFileSync(made("go"), "");
  await expect.poll(() => asked("/docs.html")).toEqual([200, "built"]);
  // what cannot be built says why, and asks no more
  await expect.poll(() => building.stage()?.text).toMatch(/^The notebooks could not be built: /);
  const failed = await asked("/notebooks.html");
  expect([failed[0], /refresh/.test(failed[1]), failed[1].includes("no paper")]).toEqual([503, false, true]);
  server.close();
});

it("knows every part of the site that is built after the package, and none where the builders are not there", () => {
  const root = join(import.meta.dirname, "../../..");
  const { files, scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    files: string[];
    scripts: Record<string, string>;
  };
  const parts = partsOf(root, 1);
  const built = scripts["build:site"].match(/build:\w+/g)!.map((name) => name.slice("build:".length));
  expect(built).toEqual(["results", "notebooks", "api", "docs", "licences"]);
  expect(new Set(parts.map(({ path }) => path))).toEqual(
    new Set(["/results/", "/notebooks/", "/docs/", "/docs/api/", "/licences.html"]),
  );
  expect(files).toContain("!dist/src/app/site");
  expect(partsOf(scratch(), 1)).toEqual([]);
});
