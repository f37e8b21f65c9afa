import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { circles, expectNone, filesUnder, importsOf, parse, read, root, target } from "./sources.js";

/** The files that users import. */
const doors = ["src/index.ts", "src/data.ts", "src/geometry.ts", "src/robots.ts", "src/solvers.ts", "src/studies.ts"];
const ground = ["src/algebra", "src/expr", "src/checks"];
const physics = ["src/geometry", "src/mechanics", "src/robots"];
/** Each floor and the floors that it may import from; solve never sees expr, motion never sees models. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "src/algebra": [],
  "src/expr": ["src/algebra"],
  "src/checks": ["src/algebra", "src/expr"],
  "src/solve": ["src/algebra"],
  "src/geometry": ground,
  "src/mechanics": [...ground, "src/geometry", "src/robots"],
  "src/robots": [...ground, "src/geometry"],
  "src/models": [...ground, ...physics, "src/solve"],
  "src/motion": [...ground, ...physics, "src/solve"],
  // the doors: what a user's problem file imports is handed to it by the command line
  "src/app": [...ground, ...physics, "src/solve", "src/models", "src/motion", "problems", ...doors],
  problems: [],
};

const floors = Object.keys(allowed);
const files = floors.flatMap((floor) => filesUnder(floor).map((file) => ({ floor, file })));
const relativeImports = (file: string): string[] =>
  importsOf(file)
    .filter((name) => name.startsWith("."))
    .map((name) => target(file, name));

/** Every folder that holds code, with its own files. */
const folders = new Map<string, string[]>();
for (const { file } of files) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);

describe("floors", () => {
  it("finds files on every floor", () => {
    for (const floor of floors) expect(filesUnder(floor).length, floor).toBeGreaterThan(0);
  });

  it.each(floors)("%s imports lower floors only", (floor) => {
    const wrong = filesUnder(floor).flatMap((file) =>
      relativeImports(file)
        .filter((to) => !to.startsWith(`${floor}/`))
        .filter((to) => !(allowed[floor] ?? []).some((other) => to === other || to.startsWith(`${other}/`)))
        .map((to) => `${file} imports ${to}`),
    );
    expectNone(wrong);
  });

  it("imports in no circle, types included", () => {
    expectNone(circles(new Map(files.map(({ file }) => [file, relativeImports(file)]))));
  });

  it("has rooms side by side that import in no circle", () => {
    /** The room of a folder in which a file lies, with all that is inside it. */
    const roomIn = (folder: string, file: string): string | undefined => {
      const [room, ...inner] = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split("/") : [];
      return inner.length === 0 ? undefined : room;
    };
    const around = [...new Set([...folders.keys()].map((folder) => dirname(folder)))].filter((name) => name !== ".");
    for (const folder of around) {
      const rooms = new Map<string, string[]>();
      for (const { file } of files) {
        const room = roomIn(folder, file);
        if (room === undefined) continue;
        const others = relativeImports(file).map((to) => roomIn(folder, to));
        rooms.set(room, [
          ...(rooms.get(room) ?? []),
          ...others.filter((other) => other !== undefined && other !== room).map(String),
        ]);
      }
      expectNone(circles(rooms).map((circle) => `${folder}: ${circle.join(" → ")}`));
    }
  });

  it("keeps Node built-ins in src/app", () => {
    const builtin = files
      .filter(({ floor }) => floor !== "src/app")
      .flatMap(({ file }) =>
        importsOf(file)
          .filter((name) => name.startsWith("node:"))
          .map((name) => `${file}: ${name}`),
      );
    expectNone(builtin);
  });

  it("imports relative files with their extension, so that browsers and Node find them alike", () => {
    const bare = files.flatMap(({ file }) =>
      importsOf(file)
        .filter((name) => name.startsWith(".") && !/\.(js|json)$/.test(name))
        .map((name) => `${file}: ${name}`),
    );
    expectNone(bare);
  });

  it("has problems that import what users can import, by the names that users write", () => {
    const inner = filesUnder("problems").flatMap((file) =>
      importsOf(file)
        .filter((name) => !/^bankshot(\/(data|geometry|robots|solvers|studies))?$/.test(name))
        .filter((name) => !name.startsWith(".") || !target(file, name).startsWith("problems/"))
        .map((name) => `${file}: ${name}`),
    );
    expectNone(inner);
  });
});

describe("doors", () => {
  it.each(doors)("%s only exports, by name", (door) => {
    const text = read(door).replace(/\/\*[\s\S]*?\*\//g, "");
    expect(text.replace(/export (type )?\{[^}]*\} from "[^"]+";/g, "").trim()).toBe("");
  });

  it("has a main door of at most seventy names", () => {
    let names = 0;
    parse("src/index.ts").forEachChild((node) => {
      if ("exportClause" in node) names += (node.exportClause as { elements: readonly unknown[] }).elements.length;
    });
    expect(names).toBeGreaterThan(30);
    expect(names).toBeLessThanOrEqual(70);
  });
});

describe("rooms", () => {
  const everywhere = ["src", "problems", "notebooks", "test"].flatMap((top) =>
    [
      top,
      ...readdirSync(join(root, top), { recursive: true, encoding: "utf8" }).map((name) => `${top}/${name}`),
    ].filter((path) => !/output|pages|reference/.test(path) && !/\.\w+$/.test(path)),
  );

  it("holds at most twenty files in a folder", () => {
    const crowded = everywhere
      .map((folder) => [folder, readdirSync(join(root, folder)).filter((name) => name.endsWith(".ts")).length] as const)
      .filter(([, count]) => count > 20);
    expectNone(crowded);
  });

  it("says at its door what each is for", () => {
    const silent = [...folders.keys()]
      .filter((folder) => folder.startsWith("src/"))
      .filter((folder) => {
        const doors = (folders.get(folder) ?? [])
          .map((file) => read(file).match(/^\/\*\*[\s\S]*?\*\//)?.[0] ?? "")
          .filter((comment) => comment.includes(`@module ${folder.slice("src/".length)}\n`));
        return doors.length !== 1 || (doors[0] ?? "").length < 150;
      });
    expectNone(silent);
  });
});
