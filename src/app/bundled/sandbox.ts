import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { bundledPackages } from "./bundled.js";

/** Code runs no longer than this [ms]. */
const longest = 5000;

/** The frame's own script: the first message brings program and code, a worker runs them, and the answer goes back. */
const script = `addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  const url = URL.createObjectURL(new Blob([data.program], { type: "text/javascript" }));
  const worker = new Worker(url);
  const end = (reply) => {
    clearTimeout(late);
    worker.terminate();
    parent.postMessage(reply, "*");
  };
  const late = setTimeout(() => end({ fault: "it takes longer than ${longest / 1000} s" }), ${longest});
  worker.onmessage = (event) => end(event.data);
  worker.onerror = (event) => end({ fault: event.message || "its program cannot be loaded" });
  worker.postMessage(data.code);
}, { once: true });`;

/** Nothing is loaded and nothing connected: evaluated code is all that the frame has. */
const policy = (hash: string): string =>
  `default-src 'none'; script-src '${hash}' 'unsafe-eval' blob:; worker-src blob:; connect-src 'none'; base-uri 'none'; form-action 'none'`;

/** The page of the frame in which code runs that people type. */
export function sandboxPage(): string {
  const hash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
  return `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(hash)}">
<title>Code that runs by itself</title>
<script>${script}</script>
`;
}

const left = "\0left-out";

/** Solvers and files of meshes: who declares a problem asks none of them. */
const withoutSolvers: Plugin = {
  name: "without-solvers",
  enforce: "pre",
  resolveId: (id) => (/^(?:highs|glpk\.js|nlopt-js|three|@gltf-transform\/core)(?:\/|$)/.test(id) ? left : undefined),
  load: (id) => (id === left ? 'throw new Error("this is not in the frame of code");' : undefined),
};

/** Puts the frame's page and the program of its worker beside the playground. */
export const sandbox = (entry: string, plugins: readonly Plugin[]): Plugin => ({
  name: "sandbox",
  async generateBundle() {
    this.emitFile({ type: "asset", fileName: "sandbox.html", source: sandboxPage() });
    const built = await build({
      configFile: false,
      logLevel: "warn",
      plugins: [withoutSolvers, ...plugins, ...bundledPackages("sandbox")],
      build: {
        write: false,
        target: "es2022",
        lib: { entry: fileURLToPath(entry), formats: ["iife"], name: "sandbox", fileName: () => "sandbox.js" },
      },
    });
    const [output] = Array.isArray(built) ? built : [built];
    if (output === undefined || !("output" in output)) throw new Error("nothing was built");
    const [{ code }] = output.output;
    this.emitFile({ type: "asset", fileName: "sandbox.js", source: code });
  },
});
