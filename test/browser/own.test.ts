import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Draft } from "../../src/app/drafts/draft.js";
import { draftOfLink } from "../../src/app/drafts/link.js";
import { findings } from "./axe.js";
import { browserForTests, noBrowser, served } from "./browser.js";

const site = join(import.meta.dirname, "../../dist/site");
const visit = browserForTests();
let url = "";
let server: Server | undefined;

beforeAll(async () => {
  if (!existsSync(join(site, "index.html")))
    throw new Error("dist/site/index.html is missing: run npm run build first.");
  ({ url, server } = await served(site));
});
afterAll(() => {
  server?.close();
});

/** Begins a drawing from one of the templates. */
async function begin(page: Page, template: RegExp): Promise<void> {
  await page.goto(`${url}#problem=rolling/ball-roll`);
  await page.locator(".badge").first().waitFor();
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("button", { name: template }).click();
}

const panel = (page: Page): Locator => page.getByRole("region", { name: "Draw" });
const shows = (page: Page, kind: string): Promise<void> => page.locator(`.verdict[data-kind="${kind}"]`).waitFor();
/** A motion is there, whether or not a finer one has come and said already how far off it is. */
const moves = (page: Page): Promise<void> =>
  page.locator('.verdict:is([data-kind="simulated"], [data-kind="coarse"])').waitFor();
/** Steps of a contact are too coarse, which the page says, and it knows a way. */
async function toAccuracy(page: Page): Promise<void> {
  await shows(page, "coarse");
  await page.getByRole("button", { name: "Compute it to an accuracy" }).click();
  await expect.poll(() => drawn(page).ask.exact).toBe(true);
  await panel(page).getByRole("button", { name: "Solve" }).click();
  await shows(page, "solved");
}
const undo = (page: Page): Promise<void> => page.getByRole("button", { name: "Undo" }).click();

/** The drawing that the link holds. */
const drawn = (page: Page): Draft =>
  draftOfLink(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("problem")!.replace("draft:", ""));

/** All heights [pixels] at which an element stands from now on, in every picture of the page. */
async function placesOf(one: Locator): Promise<() => Promise<number[]>> {
  const seen = await one.evaluateHandle((element) => {
    const places = new Set<number>();
    const look = (): void => {
      places.add(Math.round(element.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    look();
    return places;
  });
  return () => seen.evaluate((places) => [...places]);
}

/** Presses a place of an element, from 0 to 1 of its width and height, and lets go there or elsewhere. */
async function press(
  page: Page,
  on: Locator,
  from: readonly [number, number],
  to: readonly [number, number] = from,
): Promise<void> {
  const { x, y, width, height } = (await on.boundingBox())!;
  await page.mouse.move(x + from[0] * width, y + from[1] * height);
  await page.mouse.down();
  if (to !== from) await page.mouse.move(x + to[0] * width, y + to[1] * height, { steps: 5 });
  await page.mouse.up();
}

// needs a browser: without one the reason stands in the name
describe.skipIf(noBrowser !== undefined)(`problems of one's own${noBrowser ? ` (left out: ${noBrowser})` : ""}`, () => {
  it("a belt carries a box past a post to a place: its speed is found, and all is undone to the start", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720 });
    await begin(page, /^Empty, from the side/);
    const drawing = page.getByRole("application", { name: /^Drawing/ });
    const tool = (name: string): Promise<void> =>
      page
        .getByRole("toolbar", { name: "Tools" })
        .getByRole("button", { name: new RegExp(`^${name}`) })
        .click();
    await tool("Wall");
    await press(page, drawing, [0.1, 0.55], [0.75, 0.55]);
    await page.getByRole("checkbox", { name: "belt speed" }).check();
    await tool("Box");
    // down to the line that was drawn: on the belt, not in it
    await press(page, drawing, [0.15, 0.45], [0.22, 0.55]);
    await moves(page);
    await tool("Post");
    await press(page, drawing, [0.9, 0.73]);
    await tool("Target");
    await page.getByRole("button", { name: /^box, / }).click();
    await press(page, drawing, [0.5, 0.5]);
    await page.getByText("drop the y of box at the end").waitFor();
    const { bodies, world, ask } = drawn(page);
    const [box, belt] = [bodies[0], world.find(({ name }) => name === "wall")!];
    if (box.shape.kind !== "box" || belt.shape.kind !== "box") throw new Error("no boxes");
    expect(box.at[1] - box.shape.half[1]).toBeCloseTo(belt.at[1] + belt.shape.half[1], 9);
    // the target lies as high over lines of the grid as the box does
    expect(ask.hold.find(({ what }) => what === "y")?.value).toBeCloseTo(box.at[1] - 0.1, 9);
    // rubber grips steel better than all else: numbers of that pair alone
    const name = async (thing: RegExp, material: string): Promise<void> => {
      await tool("Select");
      await page.getByRole("button", { name: thing }).click();
      await page.getByLabel("material").fill(material);
      await page.getByLabel("material").press("Tab");
      await expect.poll(() => JSON.stringify(drawn(page))).toContain(`"${material}"`);
    };
    await name(/^box, /, "rubber");
    await name(/^wall, /, "steel");
    await page.getByRole("checkbox", { name: "rubber on steel differs" }).check();
    const grip = page.getByRole("spinbutton", { name: "friction of rubber on steel" });
    await grip.fill("0.9");
    await grip.press("Tab");
    await expect
      .poll(() => drawn(page).contact.materials.map(({ between, friction }) => [between ?? null, friction]))
      .toEqual([
        [null, 0.3],
        [["rubber", "steel"], 0.9],
      ]);
    await page.getByRole("button", { name: /y of box at the end/ }).click();
    await page.getByText("One condition, one free value").waitFor();
    await panel(page).getByRole("button", { name: "Solve" }).click();
    await toAccuracy(page);
    const speed = await page.locator(".facts dd").first().textContent();
    expect(Number.parseFloat(speed!)).toBeGreaterThan(0.5);
    const undone = page.getByRole("button", { name: "Undo" });
    // the button may be disabled between the look at it and the click
    const step = (): Promise<boolean> =>
      undone.click({ timeout: 500 }).then(
        () => false,
        () => false,
      );
    await expect.poll(async () => (await undone.isDisabled()) || step()).toBe(true);
    await page.getByText("There is no body that could move").first().waitFor();
    expect(complaints).toEqual([]);
  });

  it("a ball goes over a dropped hill, which is moved, lifted, turned and sized by grips, to its mark", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720, webgl: true });
    await begin(page, /^In space/);
    await moves(page);
    // a box that falls beside the ball: its motion comes at once, not after that of a finer grid
    await panel(page).getByRole("button", { name: "+ box" }).click();
    await expect.poll(() => drawn(page).bodies.length).toBe(2);
    await moves(page);
    await undo(page);
    await expect.poll(() => drawn(page).bodies.length).toBe(1);
    await moves(page);
    const hill =
      "v -.3 -.3 0\nv .3 -.3 0\nv .3 .3 0\nv -.3 .3 0\nv 0 0 .2\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5";
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "hill.obj"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, hill);
    await page.getByText("hill.obj is taken in metres: 0.6 m long.").first().waitFor();
    const part = () => drawn(page).world.find(({ name }) => name === "hill")!;
    await expect.poll(() => drawn(page).world.length).toBe(2);
    await moves(page);
    const grip = (label: string): Locator => page.getByRole("button", { name: new RegExp(`^${label}`) });
    // what was selected is seen by its grips, and another thing is selected by its place
    await grip("Turn of hill about z").waitFor();
    await press(page, grip("Place of ball"), [0.5, 0.5]);
    await grip("Height of ball").waitFor();
    await press(page, grip("Place of hill"), [0.5, 0.5]);
    const before = part();
    await press(page, grip("Place of hill"), [0.5, 0.5], [-1.5, 0]);
    await expect.poll(() => part().at[0]).toBeLessThan(before.at[0] - 0.05);
    expect(part().at[2]).toBe(before.at[2]);
    await grip("Turn of hill about z").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => part().turn ?? null).not.toBeNull();
    await press(page, grip("Size of hill along its x"), [0.5, 0.5], [2, 0.5]);
    await expect.poll(() => JSON.stringify(part().shape)).not.toBe(JSON.stringify(before.shape));
    await grip("Height of hill").focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => part().at[2]).toBeLessThan(before.at[2]);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => findings(page), { message: colorScheme }).toEqual([]);
    }
    for (let i = 0; i < 4; i++) await undo(page);
    await expect.poll(part).toEqual(before);
    await panel(page).getByRole("button", { name: "Solve" }).click();
    // over an edge a little off is much: it was found on steps that are too coarse, and by how many they are is said
    await shows(page, "coarse");
    await page
      .getByText(/more than the accuracy 0.01: set grid.steps = \d+/)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it("in space a box hangs on a hinge, is chosen with the ball, moved and joined with it, and must be turned so", async () => {
    const { page, complaints } = await visit({ width: 1280, height: 720, webgl: true });
    await begin(page, /^In space/);
    const button = (name: string): Locator => panel(page).getByRole("button", { name, exact: true });
    const things = panel(page).getByRole("group", { name: /^Things of the scene/ });
    const choose = (name: string, ...modifiers: "Shift"[]): Promise<void> =>
      things.getByRole("button", { name, exact: true }).click({ modifiers });
    await moves(page);
    const places = await placesOf(button("+ ball"));
    await button("+ box").click();
    await expect.poll(() => drawn(page).bodies.length).toBe(2);
    // what is pressed next stays where it is while words above it come and go
    await shows(page, "coarse");
    expect(await places()).toHaveLength(1);
    await button("+ hinge").click();
    await expect
      .poll(() => drawn(page).joints?.map(({ kind, body, to }) => [kind, body, to]))
      .toEqual([["hinge", "box", undefined]]);
    await choose("ball");
    await choose("box", "Shift");
    await panel(page).getByText("2 things are selected").waitFor();
    // what a slow machine had still to draw is drawn when two things are selected
    const before = drawn(page);
    await page.keyboard.press("ArrowRight");
    const shift = (): number[] =>
      [...drawn(page).bodies, ...(drawn(page).joints ?? [])].map(
        ({ at }, i) => at[0] - [...before.bodies, ...(before.joints ?? [])][i].at[0],
      );
    await expect.poll(() => new Set(shift().map((x) => x.toFixed(5))).size).toBe(1);
    await expect.poll(() => shift()[0]).toBeGreaterThan(0.001);
    await button("+ rod").click();
    await expect.poll(() => drawn(page).joints?.at(-1)).toMatchObject({ kind: "rod", body: "box", to: "ball" });
    await things.getByRole("button", { name: "rod", exact: true }).press("Delete");
    await expect.poll(() => drawn(page).joints?.length).toBe(1);
    await choose("box");
    await panel(page).getByRole("checkbox", { name: "turn about y" }).check();
    const turn = panel(page).getByRole("spinbutton", { name: "turn about y of the target" });
    await turn.fill("40");
    await turn.press("Tab");
    await expect
      .poll(() => drawn(page).ask.hold.at(-1))
      .toEqual({ body: "box", what: "ry", value: (40 * Math.PI) / 180 });
    await panel(page).getByText("drop the turn about y of box at the end").waitFor();
    expect(complaints).toEqual([]);
  });
});
