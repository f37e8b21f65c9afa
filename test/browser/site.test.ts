import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "vite";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { problems } from "../../problems/index.js";
import type { SceneData } from "../../src/app/motion-view/scene/scene-data.js";
import { bareThumbnail, thumbnail } from "../../src/app/motion-view/scene/thumbnail.js";
import { endOfWay, storyPicture } from "../../src/app/site/pictures/story.js";
import { moving, told } from "../../src/app/site/pictures/told.js";

const root = join(import.meta.dirname, "../..");
const site = join(root, "dist/site");

/** Every page of the site, relative to its root. */
const pages = (): string[] =>
  readdirSync(site, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html"))
    .sort();

const texts = new Map<string, string>();
function text(page: string): string {
  const known = texts.get(page) ?? readFileSync(join(site, page), "utf8");
  texts.set(page, known);
  return known;
}

/** What a page asks for or leads to; scripts and what they hold are left out. */
function links(page: string): string[] {
  const shown = text(page).replace(/<script\b[\s\S]*?<\/script>/g, (script) =>
    script.slice(0, script.indexOf(">") + 1),
  );
  return [...shown.matchAll(/\s(?:href|src)="([^"]*)"/g)].map((match) => match[1].replaceAll("&amp;", "&"));
}

/** Why a link of a page leads nowhere; undefined where it leads somewhere. */
function broken(page: string, link: string): string | undefined {
  if (/^(?:https?:|mailto:|data:)/.test(link)) return undefined;
  if (link.startsWith("/")) return "does not work from a sub-path";
  const [path = "", anchor] = link.split("#");
  const [bare = ""] = path.split("?");
  const file = bare === "" ? join(site, page) : resolve(site, dirname(page), decodeURIComponent(bare));
  if (relative(site, file).startsWith("..")) return "leads out of the site";
  if (!existsSync(file) || !statSync(file).isFile()) return "leads to no file";
  if (anchor === undefined || anchor === "") return undefined;
  const problem = /^problem=([^&]+)/.exec(anchor);
  if (problem !== null) return Object.hasOwn(problems, problem[1]) ? undefined : "names no problem";
  const there = text(relative(site, file));
  // pages whose text is made by scripts have no anchors yet
  const made = !there.includes("<main");
  return made || there.includes(`id="${decodeURIComponent(anchor)}"`) ? undefined : "leads to no place on its page";
}

describe("the built site", () => {
  beforeAll(() => {
    if (!existsSync(join(site, "docs/index.html"))) throw new Error("There is no site; npm run build makes it.");
  });

  it("tells of rolling, impacts and feeders what is found on their grids and in continuous time, or why not", () => {
    for (const name of Object.keys(problems).filter((one) => /^(rolling|impact|feeder)\//.test(one))) {
      const page = text(`docs/problems/${name}.html`);
      // what is printed wrong is refused in both ways
      if (name.endsWith("-as-printed")) continue;
      expect(page, name).toContain('id="continuous"');
    }
    const both = text("docs/problems/rolling/ball-place.html");
    const row = /<code>launch\.vx<\/code><\/th><td class="number">([\d.]+) m\/s<\/td><td class="number">([\d.]+) /.exec(
      both,
    );
    // the limit of ever finer grids
    expect(Number(row?.[1])).toBeCloseTo(1.53475, 5);
    expect(Number(row?.[2])).toBeCloseTo(1.53058018182, 4);
    expect(text("docs/problems/rolling/disk.html")).toContain("grid.method = exact needs forces that follow from");
  });

  it("has links and anchors that lead somewhere, on every page", () => {
    expect(pages().length).toBeGreaterThan(60);
    const wrong = pages().flatMap((page) =>
      links(page).flatMap((link) => {
        const why = broken(page, link);
        return why === undefined ? [] : [`${page}: ${link} ${why}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("fetches nothing from elsewhere", () => {
    const foreign = pages().flatMap((page) =>
      [
        ...text(page).matchAll(/<(?:script|img|link|iframe|source)\b[^>]*\s(?:src|href)="((?:https?:)?\/\/[^"]*)"/g),
      ].map((match) => `${page}: ${match[1]}`),
    );
    expect(foreign).toEqual([]);
  });

  it("has a result, a small picture and a page for every problem", () => {
    const listed = JSON.parse(readFileSync(join(site, "results/index.json"), "utf8")) as {
      name: string;
      status: string;
      thumbnail: string;
    }[];
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(problems));
    for (const { name, status, thumbnail: picture } of listed) {
      const stored = JSON.parse(readFileSync(join(site, "results", `${name.replaceAll("/", "__")}.json`), "utf8")) as {
        info: { name: string };
        answer?: { status: string; scene?: SceneData; values: { name: string; holds?: boolean }[] };
        refusal?: { message: string };
      };
      expect(stored.info.name).toBe(name);
      expect(stored.answer?.status ?? "bad-input", name).toBe(status);
      const expects = problems[name].expected.values.find((value) => value.name === "status")?.value ?? "solved";
      expect(status, name).toBe(expects);
      for (const { name: value, holds } of stored.answer?.values ?? [])
        expect(holds, `${name}: ${value}`).not.toBe(false);
      const drawn = readFileSync(join(site, "results", picture), "utf8");
      expect(drawn).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
      expect(drawn.length, name).toBeLessThanOrEqual(6000);
      expect(drawn).not.toMatch(/NaN|Infinity|undefined/);
      expect(existsSync(join(site, "docs/problems", `${name}.html`)), name).toBe(true);
    }
  });

  it("names the licence of everything that is bundled, and offers the source of what is under the GPL", () => {
    const licences = text("licences.html");
    const folder = join(root, "dist/bundled");
    const bundled = readdirSync(folder).flatMap(
      (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as string[],
    );
    expect(bundled).toEqual(expect.arrayContaining(["highs", "nlopt-js", "lit"]));
    for (const name of bundled) expect(licences).toContain(`>${name}</a></th>`);
    expect(licences).not.toMatch(/<td>(?:UNLICENSED|see its text)<\/td>/);
    if (bundled.includes("glpk.js")) {
      expect(licences).toContain("GNU General Public License, version 3");
      expect(licences).toMatch(/href="sources\/glpk\.js-[\d.]+\.tar\.gz"/);
    }
  });
});

describe("a build without glpk.js", () => {
  const folder = join(root, "test/output/no-glpk");
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  it("has none of it, and solves linear programs by HiGHS", async () => {
    vi.stubEnv("BANKSHOT_LP", "highs");
    const { bundledPackages } = await import("../../src/app/bundled/bundled.js");
    const [without] = bundledPackages("test");
    await build({
      configFile: false,
      logLevel: "silent",
      plugins: [without],
      build: {
        outDir: folder,
        minify: false,
        lib: { entry: join(root, "src/solve/lp/lp.ts"), formats: ["es"], fileName: "lp" },
        rolldownOptions: { external: ["highs"] },
      },
    });
    const scripts = readdirSync(folder).map((file) => join(folder, file));
    for (const script of scripts)
      expect(readFileSync(script, "utf8")).not.toMatch(/GLPK|glp_simplex\(|node_modules\/glpk/);
    const { loadLp } = (await import(
      scripts.find((file) => /lp\.m?js$/.test(file))!
    )) as typeof import("../../src/solve/lp/lp.js");
    const lp = await loadLp();
    expect(lp.name).toBe("HiGHS");
    const program = { cost: [-1], lower: [0], upper: [2], rowLower: [], rowUpper: [], row: [], column: [], value: [] };
    expect(Array.from(lp.open(1).solve(program, true).x)).toEqual([2]);
  });
});

describe("a thumbnail", () => {
  const still = [0, 0, 0, 1, 0, 0, 0];
  const scene = (plane: SceneData["plane"]): SceneData => ({
    plane,
    t: [0, 0.5, 1],
    step: [0, 1, 2],
    bodies: [
      {
        name: "ball",
        role: "part",
        shapes: [{ kind: "ball", centre: [0, 0, 0], radius: 0.1 }],
        poses: [...still, 0.5, 0, 0, 1, 0, 0, 0, 1, 0.2, 0, 1, 0, 0, 0],
      },
    ],
    world: [{ kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: -0.1 }],
    contacts: [],
    targets: [[1, 0.2, 0]],
    timeline: { band: [], realTime: false },
  });

  it("puts the end of a planar motion where its target is", () => {
    const drawn = thumbnail(scene("xy"));
    const circles = [...drawn.matchAll(/<circle[^>]* cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g)].map((match) =>
      match.slice(1).map(Number),
    );
    expect(circles).toHaveLength(3);
    const [x, y] = circles[2];
    expect(drawn).toContain(`M${x},${y}m-6,-6`);
    // a metre is as long along the picture as the way of the ball
    expect((circles[2][0] - circles[0][0]) / circles[0][2]).toBeCloseTo(10, 0);
  });

  it("shows a floor only where it is seen from its edge", () => {
    expect(thumbnail(scene("xy"))).toContain('class="g"');
    expect(thumbnail(scene("space"))).toContain("<circle");
    expect(thumbnail(scene("space"))).not.toContain('class="g"');
  });

  it("says that there is nothing to show", () => expect(bareThumbnail()).toContain("<circle"));
});

describe("pictures of motions", () => {
  const sceneIn = (name: string): SceneData => {
    const stored = readFileSync(join(site, "results", `${name.replace("/", "__")}.json`), "utf8");
    return (JSON.parse(stored) as { answer: { scene: SceneData } }).answer.scene;
  };

  it("are there, ten of them and three that move, small, named, and end where the motion does", () => {
    expect([told.length, moving.length]).toEqual([10, 3]);
    for (const [i, [name, story]] of [...told, ...moving].entries()) {
      const picture = storyPicture("A title", sceneIn(name), story);
      expect(picture).toContain("<title>A title</title>");
      expect(picture).not.toMatch(/NaN|undefined|Infinity/);
      expect(picture.length).toBeLessThan(30_000);
      expect(picture.includes("@keyframes")).toBe(i >= told.length);
      const file = `${name.replace("/", "__")}${i < told.length ? "" : "-moving"}.svg`;
      const kept = readFileSync(join(import.meta.dirname, "../../src/app/site/pages/pictures/motions", file), "utf8");
      // another machine may round the last digit of a motion otherwise; after a change of its pictures: npm run pictures
      expect(Math.abs(kept.length - picture.length)).toBeLessThan(0.1 * kept.length);
    }
  });

  it("show a ball that is thrown all the way into its box, and to its target", () => {
    const way = (name: string): number[] => [...endOfWay(sceneIn(name).bodies.find((body) => body.name === "ball")!)];
    const box = way("robots/arm-throw");
    for (const [i, x] of [1.4, 0.8, 0].entries()) expect(box[i]).toBeCloseTo(x, 4);
    const target = way("robots/two-link-throw");
    for (const [i, x] of [2, 0, -0.5].entries()) expect(target[i]).toBeCloseTo(x, 4);
  });
});
