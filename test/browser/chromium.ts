import { accessSync, constants } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import sirv from "sirv";

/** The first of them has no windows that nobody sees, and takes a tenth less time. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The first browser on the PATH; undefined where there is none. */
const executable = process.env.PATH?.split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find(isExecutable);

/** Why tests in a browser are left out here; undefined where they run. CI has a browser: there they fail without one. */
export const noBrowser =
  executable === undefined && process.env.CI === undefined ? `no ${names.join(", ")} on the PATH` : undefined;

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Features of the browser that tests do without. The popups of its address bar are pages of their own, which every new window loads:
 * more than a third of the time of a visit. This flag replaces that of Playwright, from whose list are the others.
 */
const without = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "OmniboxPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** WebGL drawn by software, nothing fetched behind the tests' backs. */
const flags = [
  `--disable-features=${without.join(",")}`,
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// a processor draws what is 3-D; pages themselves are put together without that detour, which took half of the tests' time
const withWebgl = [
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-gpu-compositing",
];
// of its two compilers that optimise, the thorough one takes a fifth of the time of a page that lives as briefly as in a test
const briefly = ["--js-flags=--no-opt"];

/** A page and what went wrong on it. */
export interface Visit {
  readonly page: Page;
  /** Errors of the console, uncaught errors, and requests that failed went beyond localhost. */
  readonly complaints: string[];
}

/** How a page is visited: size of the window (small by default: a processor draws it), colours, and what is left out by default. */
export interface Visitor {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** Scenes are drawn in 3-D, which takes a processor a fifth of the time of a visit; without it they are drawn flat. */
  readonly webgl?: boolean;
  /** Motions play by themselves: a processor that draws them has less time for the test. */
  readonly plays?: boolean;
}

export interface Browsers {
  visit(visitor?: Visitor): Promise<Visit>;
  /** Closes every page that was visited. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** Browsers that are started when first asked for: with 3-D drawing, and without. Pages live long, as those of people, or briefly. */
export function browsers(lives: "long" | "briefly" = "long"): Browsers {
  const started = new Map<boolean, Promise<Browser>>();
  const contexts: BrowserContext[] = [];
  return {
    async visit({ width = 900, height = 600, dark = false, webgl = false, plays = false } = {}) {
      if (executable === undefined) throw new Error(`There is ${noBrowser ?? "no browser"}.`);
      const launched =
        started.get(webgl) ??
        chromium.launch({
          executablePath: executable,
          args: [...flags, ...(webgl ? withWebgl : ["--disable-3d-apis"]), ...(lives === "briefly" ? briefly : [])],
        });
      started.set(webgl, launched);
      const context = await (await launched).newContext({
        viewport: { width, height },
        colorScheme: dark ? "dark" : "light",
        reducedMotion: plays ? "no-preference" : "reduce",
        acceptDownloads: true,
      });
      // half a minute is too short for what a page computes on a machine that is busy with other tests
      context.setDefaultTimeout(240_000);
      contexts.push(context);
      const page = await context.newPage();
      return { page, complaints: complaintsOf(page) };
    },
    async leave() {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    },
    async close() {
      await Promise.all([...started.values()].map(async (browser) => (await browser).close()));
    },
  };
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // what a page gives up by going elsewhere is no failure
    if (reason !== "net::ERR_ABORTED") complaints.push(`request: ${request.url()} ${reason}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    const here = url.hostname === "localhost" || url.hostname === "127.0.0.1";
    if (!here && !["data:", "blob:", "file:"].includes(url.protocol)) complaints.push(`left: ${request.url()}`);
  });
  return complaints;
}

/** Serves a folder below a sub-path, as web servers do. */
export async function served(folder: string, under = "/"): Promise<{ readonly url: string; readonly server: Server }> {
  const files = sirv(folder, { dev: true });
  const server = createServer((request, response) => {
    const url = request.url ?? "/";
    if (!url.startsWith(under)) {
      response.writeHead(404).end();
      return;
    }
    request.url = url.slice(under.length - 1);
    files(request, response, () => {
      response.writeHead(404).end();
    });
  });
  await new Promise<void>((resume) => server.listen(0, "127.0.0.1", resume));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${under}`, server };
}
