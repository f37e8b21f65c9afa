import { existsSync, mkdirSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOfDraft } from "../../src/app/drafts/code-of-draft.js";
import type { Draft } from "../../src/app/drafts/draft.js";
import { draftOfLink } from "../../src/app/drafts/link.js";
import { normal } from "../../src/app/drafts/normal.js";
import { problemOfDraft } from "../../src/app/drafts/problem-of-draft.js";
import { solve } from "../../src/index.js";
import { findings } from "./axe.js";
import { browserForTests, noBrowser, served } from "./browser.js";
import { wordsAndNearestMarks } from "./words.js";

const site = join(import.meta.dirname, "../../dist/site");
const pictures = join(import.meta.dirname, "../output/playground");
const visit = browserForTests();
let url = "";
let server: Server | undefined;

beforeAll(async () => {
  if (!existsSync(join(site, "index.html")))
    throw new Error("dist/site/index.html is missing: run npm run build first.");
  mkdirSync(pictures, { recursive: true });
  ({ url, server } = await served(site, "/tools/bankshot/"));
});
afterAll(() => {
  server?.close();
});

/** Counts what a person does: a click, a drag, a typed value are one each. */
function person(page: Page) {
  let actions = 0;
  const drawing = page.getByRole("application", { name: /^Drawing/ });
  const place = async ([u, v]: readonly [number, number]): Promise<[number, number]> => {
    const { x, y, width, height } = (await drawing.boundingBox())!;
    return [x + u * width, y + v * height];
  };
  return {
    drawing,
    actions: () => actions,
    /** Something was done that is none of these. */
    count: (): void => void actions++,
    async click(on: Locator): Promise<void> {
      actions++;
      await on.click();
    },
    /** Presses the drawing at a place from 0 to 1 of its width and height, and lets go there or elsewhere. */
    async press(from: readonly [number, number], to = from): Promise<void> {
      actions++;
      await page.mouse.move(...(await place(from)));
      await page.mouse.down();
      if (to !== from) await page.mouse.move(...(await place(to)), { steps: 5 });
      await page.mouse.up();
    },
  };
}

const tool = (page: Page, name: string): Locator =>
  page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name: new RegExp(`^${name}`) });

/** A number of those beside the badge. */
const fact = async (page: Page, name: string): Promise<number> =>
  Number.parseFloat(
    (await page.locator(".facts div", { hasText: name }).locator("dd").textContent())!.replace("−", "-"),
  );

/** The letters of the drawing that a link holds. */
const lettersOf = (link: string): string =>
  new URLSearchParams(new URL(link).hash.slice(1)).get("problem")!.replace("draft:", "");

const solvedBadge = (page: Page): Locator => page.locator('.verdict[data-kind="solved"]');

// needs a browser: without one the reason stands in the name
describe.skipIf(noBrowser !== undefined)(`the maker${noBrowser ? ` (left out: ${noBrowser})` : ""}`, () => {
  it("comes from New → empty to a bank shot of one's own in at most twelve actions, and opens it from its link", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720, webgl: true });
    await page.goto(`${url}#problem=rolling/ball-roll`);
    const { actions, click, press } = person(page);
    await click(page.getByRole("button", { name: "New", exact: true }));
    await click(page.getByRole("button", { name: /^Empty, from above/ }));
    await click(tool(page, "Ball"));
    await press([0.25, 0.7], [0.45, 0.45]);
    await click(tool(page, "Wall"));
    await press([0.3, 0.2], [0.9, 0.2]);
    await press([0.85, 0.25], [0.85, 0.9]);
    await click(tool(page, "Target"));
    await press([0.45, 0.85]);
    await page.getByText("Two conditions, two free values").waitFor();
    await page.screenshot({ path: join(pictures, "drawn.png") });
    await click(page.getByRole("region", { name: "Draw" }).getByRole("button", { name: "Solve" }));
    expect(actions()).toBeLessThanOrEqual(12);
    await solvedBadge(page).waitFor();
    await page.screenshot({ path: join(pictures, "bank-shot.png") });
    // the motion has the place that the drawing had
    const [stage, middle] = await Promise.all([
      page.locator(".maker-stage").boundingBox(),
      page.locator("main").boundingBox(),
    ]);
    expect(stage!.width).toBeGreaterThan(0.9 * middle!.width);
    // each word of the chart stands beside its own mark
    expect(await wordsAndNearestMarks(page)).toEqual([
      ["end, target", "target"],
      ["start", "start"],
    ]);

    // the link holds the problem: solved here, too, by way of both walls, as the numbers on the page are
    const link = page.url();
    const { status, values, trajectory } = await solve(problemOfDraft(draftOfLink(lettersOf(link))));
    expect(status).toBe("solved");
    for (const state of ["ball.vx", "ball.vy"])
      expect(Math.sign(trajectory.columns[state].at(-1)!)).toBe(-Math.sign(trajectory.columns[state][0]));
    expect(await fact(page, "ball.vx")).toBeCloseTo(values["found.ball.vx"]!, 3);

    await page.reload();
    await solvedBadge(page).waitFor();
    expect(page.url()).toBe(link);
    expect(await fact(page, "ball.vx")).toBeCloseTo(values["found.ball.vx"]!, 3);

    // of all launches the slowest that touches the second wall
    await page.getByLabel("find").selectOption("cheapest");
    await page.getByLabel("by way of").selectOption("wall-2");
    await page.getByRole("region", { name: "Draw" }).getByRole("button", { name: "Solve" }).click();
    await page.getByText(/^The cheapest of \d+: .* m\/s, by way of wall-2$/).waitFor();
    await page.locator(".found-motion[aria-pressed=true]", { hasText: "wall-2" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("asks for another time than the end, and for a duration that is found", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720 });
    await page.goto(`${url}#problem=rolling/ball-roll`);
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("button", { name: /^Bank shot/ }).click();
    await page.getByRole("button", { name: "Draw", exact: true }).click();
    const panel = page.getByRole("region", { name: "Draw" });
    await page.getByRole("button", { name: /^ball, ball, at/ }).press("Enter");
    await panel.locator("label", { hasText: /^when/ }).locator("select").selectOption("sometime");
    await panel.getByText("x of ball at some time is 0.2").waitFor();
    await panel.getByLabel("time to be found").check();
    await panel.getByText("One free value is undetermined", { exact: false }).waitFor();
    await panel.getByRole("button", { name: "Drop: Free: launch velocity along y of ball" }).click();
    await panel.getByText("Two conditions, two free values").waitFor();
    await panel.getByRole("button", { name: "Solve" }).click();
    await solvedBadge(page).waitFor();
    const { ask } = draftOfLink(lettersOf(page.url()));
    expect(ask.hold.map(({ when }) => when)).toEqual(["sometime", "sometime"]);
    // launched with 1 m/s along y it comes back from the wall to the height that is asked for
    const { status, values } = await solve(problemOfDraft(draftOfLink(lettersOf(page.url()))));
    expect(status).toBe("solved");
    expect(await fact(page, "ball.vx")).toBeCloseTo(values["found.ball.vx"]!, 3);
    expect(complaints).toEqual([]);
  });

  it("draws by keys, undoes it step by step, and is readable in both themes", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720, dark: true, webgl: true });
    await page.goto(`${url}#problem=rolling/ball-roll`);
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("button", { name: /^Empty, from above/ }).click();
    const { drawing } = person(page);
    const ball = drawing.getByRole("button", { name: /^ball, ball, at/ });
    await tool(page, "Ball").press("Enter");
    await drawing.press("Enter");
    await ball.waitFor();
    const before = await ball.getAttribute("aria-label");
    await ball.press("ArrowRight");
    await page.waitForFunction(
      (label) => document.querySelector(".thing.body")?.getAttribute("aria-label") !== label,
      before,
    );
    await tool(page, "Hinge").press("Enter");
    await drawing.press("Enter");
    await drawing.getByRole("button", { name: /^hinge, hinge of ball on the world/ }).waitFor();
    await ball.press("Enter");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction(
        (dark) => document.querySelector<HTMLInputElement>(".dark")?.checked === dark,
        colorScheme === "dark",
      );
      // colours go over into each other for a moment
      await expect.poll(() => findings(page), { message: colorScheme }).toEqual([]);
    }
    const speed = page.getByRole("spinbutton", { name: "launch vx" });
    await speed.fill("5.4 km/h");
    await speed.press("Tab");
    await expect.poll(() => speed.inputValue()).toBe("1.5");
    await speed.fill("3 kg");
    await speed.press("Tab");
    await page.getByText('"3 kg": kg is no unit of what is in m/s.').first().waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    expect(await speed.inputValue()).toBe("1.5");
    await page.getByRole("checkbox", { name: "launch along x" }).check();
    await page.getByText("Launch velocity along x of ball is free, and nothing must hold: add a target.").waitFor();
    // freed, launched, joined, moved, put down
    for (let i = 0; i < 5; i++) await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("There is no body that could move").first().waitFor();
    expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
    // a drawing that cannot run opens from its link, too, to be drawn on; what keys put down lies on nothing
    await page.reload();
    await page.getByText("There is no body that could move").first().waitFor();
    for (let i = 0; i < 2; i++) {
      await tool(page, "Ball").press("Enter");
      await drawing.press("Enter");
    }
    const places = (): Promise<(string | null)[]> =>
      drawing
        .getByRole("button", { name: /ball, at/ })
        .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")?.replace(/.*at /, "") ?? null));
    await expect.poll(async () => new Set(await places()).size).toBe(2);
    expect(complaints).toEqual([]);
  });

  it("shows the drawing as code and takes edits of it back, and runs other code where nothing of the page can be reached", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720 });
    await page.goto(`${url}#problem=rolling/ball-roll`);
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("button", { name: /^Bank shot/ }).click();
    await page.getByRole("button", { name: "Code", exact: true }).click();
    const text = page.getByRole("textbox", { name: "Code of the problem" });
    const type = async (code: string): Promise<void> => {
      await text.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(code);
    };
    const drawn = (): Draft => {
      const letters = new URLSearchParams(new URL(page.url()).hash.slice(1)).get("problem")!;
      return draftOfLink(letters.replace("draft:", ""));
    };
    const radius = (): number => (drawn().bodies[0].shape as { radius: number }).radius;
    await text.getByText("rigid({").waitFor();
    const before = normal(drawn());
    const withRadius = (r: number): Draft => ({
      ...before,
      bodies: [{ ...before.bodies[0], shape: { kind: "ball", radius: r } }],
    });
    await type(codeOfDraft(withRadius(0.08)));
    await expect.poll(radius).toBe(0.08);
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    await text.getByText('"draft": 1').waitFor();
    await type(JSON.stringify(withRadius(-1), null, 2));
    await page
      .getByText(/bodies\[0\].shape.radius must be/)
      .first()
      .waitFor();
    expect(radius()).toBe(0.08);
    await type(JSON.stringify(withRadius(0.07), null, 2));
    await expect.poll(radius).toBe(0.07);
    await page.screenshot({ path: join(pictures, "code.png") });

    await page.getByRole("button", { name: "TypeScript", exact: true }).click();
    await text.getByText("rigid({").waitFor();
    expect(complaints).toEqual([]);
    const asking = `const asked = new XMLHttpRequest();
      if (self.origin !== "null" || typeof document !== "undefined") throw new Error("not alone");
      asked.open("GET", "${url}results/index.json", false);
      asked.send();`;
    await type(asking);
    await page.getByRole("button", { name: "Run this code" }).click();
    await page
      .getByText(/The code fails: .*Failed to execute 'send'/)
      .first()
      .waitFor();
    await type(`${codeOfDraft(before).replace("radius: 0.05", "radius: 0.1 / 2")}`);
    await page.getByRole("button", { name: "Run this code" }).click();
    await page.waitForFunction(() => location.hash.includes("dropped"));
    await page.locator(".verdict .badge", { hasText: "solved" }).waitFor();
  });

  it("takes a robot that is dropped, finds the motors that bring its tip to a place, and opens it from its link", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720 });
    await page.goto(`${url}#problem=rolling/ball-roll`);
    await page.locator(".badge").first().waitFor();
    const text = readFileSync(join(import.meta.dirname, "files/two-link.urdf"), "utf8");
    await page.evaluate((urdf) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([urdf], "arm.urdf"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, text);
    const group = (name: string): Locator => page.getByRole("group", { name, exact: true });
    for (const joint of ["Joint shoulder", "Joint elbow"])
      await group(joint).getByRole("checkbox", { name: "motor" }).click();
    for (const [axis, value] of [["x", "0.4"] as const, ["z", "-0.4"] as const]) {
      await group("Link tip").getByRole("checkbox", { name: axis }).click();
      const field = group("Link tip").getByRole("spinbutton", { name: `${axis} at the end` });
      await field.fill(value);
      await field.press("Tab");
    }
    await page.getByText("Two conditions, two free values").waitFor();
    await page.getByRole("region", { name: "Draw" }).getByRole("button", { name: "Solve" }).click();
    await solvedBadge(page).waitFor();
    await page.screenshot({ path: join(pictures, "robot.png") });
    const drawn = draftOfLink(lettersOf(page.url()));
    expect(drawn.ask.hold.map(({ body, what, value }) => [body, what, value])).toEqual([
      ["tip", "x", 0.4],
      ["tip", "z", -0.4],
    ]);
    // on a phone all controls of the motion are inside its frame
    await page.setViewportSize({ width: 390, height: 800 });
    const bottom = async (of: Locator): Promise<number> => {
      const { y, height } = (await of.boundingBox())!;
      return y + height;
    };
    const frame = page.locator(".maker-canvas");
    await expect
      .poll(async () => (await bottom(page.getByRole("button", { name: "Loop" }))) - (await bottom(frame)))
      .toBeLessThan(0);
    await page.setViewportSize({ width: 1280, height: 720 });
    const torque = await fact(page, "shoulder.motor");
    await page.reload();
    await solvedBadge(page).waitFor();
    expect(await fact(page, "shoulder.motor")).toBe(torque);
    expect(complaints).toEqual([]);
  });

  it("is drawn, moved and zoomed by fingers", async () => {
    const { page, complaints } = await visit({ width: 390, height: 800 });
    await page.goto(`${url}#problem=rolling/ball-roll`);
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("button", { name: /^Empty, from above/ }).click();
    const hand = await page.context().newCDPSession(page);
    const drawing = page.getByRole("application", { name: /^Drawing/ });
    await drawing.scrollIntoViewIfNeeded();
    const frame = (await drawing.boundingBox())!;
    type Place = readonly [number, number];
    const fingers = async (type: "touchStart" | "touchMove" | "touchEnd", ...at: Place[]): Promise<void> => {
      const touchPoints = at.map(([u, v], id) => ({ x: frame.x + u * frame.width, y: frame.y + v * frame.height, id }));
      await hand.send("Input.dispatchTouchEvent", { type, touchPoints });
    };
    const ball = page.locator('[data-name="ball"][data-role="body"] g circle');
    const seen = async () => (await ball.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

    await tool(page, "Ball").click();
    await fingers("touchStart", [0.5, 0.5]);
    await fingers("touchEnd");
    await expect.poll(async () => (await seen()).width).toBeGreaterThan(0);
    const begun = await seen();
    const middle: Place = [
      (begun.x + begun.width / 2 - frame.x) / frame.width,
      (begun.y + begun.height / 2 - frame.y) / frame.height,
    ];
    await tool(page, "Select").click();
    // what is selected would be thrown from there
    await fingers("touchStart", [0.2, 0.8]);
    await fingers("touchEnd");
    await fingers("touchStart", middle);
    await fingers("touchMove", [middle[0] + 0.1, middle[1]]);
    await fingers("touchMove", [middle[0] + 0.2, middle[1]]);
    await fingers("touchEnd");
    await expect.poll(async () => (await seen()).x - begun.x).toBeGreaterThan(0.15 * frame.width);
    // what is dragged is seen before its link says so
    const bodies = () => draftOfLink(lettersOf(page.url())).bodies;
    await expect.poll(() => bodies()[0]?.at[0]).toBeGreaterThan(0);
    const put = bodies();

    // two fingers that go apart, of which the first lies on the ball: nearer, and nothing is moved
    const at: Place = [middle[0] + 0.2, middle[1]];
    await fingers("touchStart", at);
    await fingers("touchStart", at, [0.3, 0.2]);
    await fingers("touchMove", at, [0.2, 0.1]);
    await fingers("touchMove", at, [0.1, 0.05]);
    await fingers("touchEnd");
    await expect.poll(async () => (await seen()).width / begun.width).toBeGreaterThan(1.2);
    expect(bodies()).toEqual(put);
    await page.screenshot({ path: join(pictures, "fingers.png") });
    expect(complaints).toEqual([]);
  });

  it("comes from a dropped drawing of a part, a chute and a corner to the corner that turns it, in at most twenty actions", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720 });
    await page.goto(`${url}#problem=rolling/ball-roll`);
    await page.locator(".badge").waitFor();
    const { actions, count, click, drawing } = person(page);
    const type = async (name: string, value: string): Promise<void> => {
      count();
      const field = page.getByRole("spinbutton", { name, exact: true });
      await field.fill(value);
      await field.press("Tab");
    };
    count();
    const text = readFileSync(join(import.meta.dirname, "files/feeder.svg"), "utf8");
    await page.evaluate((svg) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([svg], "feeder.svg", { type: "image/svg+xml" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, text);
    // the chute is concave, and drawn as it is
    await drawing.getByRole("button", { name: /^chute, outline/ }).waitFor();
    await type("friction", "0.1");
    await type("steps", "200");
    await click(drawing.getByRole("button", { name: /^part, polygon/ }));
    await click(page.getByRole("checkbox", { name: "angle" }).last());
    await type("angle of the target °", "-90");
    await click(drawing.getByRole("button", { name: /^corner, polygon/ }));
    await click(page.getByRole("checkbox", { name: "place x" }));
    await page.getByText("One condition, one free value").waitFor();
    // nothing that was typed is lost, however quickly one number followed the other
    const { contact, ask } = draftOfLink(lettersOf(page.url()));
    expect([contact.materials[0].friction, ask.steps, ask.hold[0].value]).toEqual([0.1, 200, -Math.PI / 2]);
    await page.screenshot({ path: join(pictures, "dropped.png") });
    await click(page.getByRole("region", { name: "Draw" }).getByRole("button", { name: "Solve" }));
    expect(actions()).toBeLessThanOrEqual(20);
    // twenty seconds of a processor, which a machine at work for other tests has less of
    await solvedBadge(page).waitFor();
    await page.screenshot({ path: join(pictures, "turned.png") });
    await page.getByRole("tab", { name: "Results" }).click();
    const row = page.getByRole("row").filter({ has: page.getByText("end.part.turn", { exact: true }) });
    const turn = await row.getByRole("cell").first().locator("[title]").getAttribute("title");
    expect(Number(turn)).toBeCloseTo(-Math.PI / 2, 6);
    expect(complaints).toEqual([]);
  });
});
