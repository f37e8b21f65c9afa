import { symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { serve } from "../../../src/app/cli/server/serve.js";
import { scratch } from "./run.js";

it.skipIf(process.platform !== "linux")("answers 500 where a file cannot be read, and goes on", async () => {
  const folder = scratch();
  // it looks like an empty file, and every read of it is an error
  symlinkSync("/proc/self/mem", join(folder, "broken.txt"));
  writeFileSync(join(folder, "whole.txt"), "whole");
  const server = serve(folder, new Map(), new Map());
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
