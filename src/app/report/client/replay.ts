import type { ReplayFigure, ReplayRun } from "../figures.js";
import { momentAt } from "./moment.js";
import { choice, player, select } from "./player.js";
import { type Stage, stage } from "./stage.js";
import { page } from "./svg.js";

/** An animated picture with its controls: it goes on where it was when the page changes its width. */
export function replay(figure: ReplayFigure): (width: number) => Element {
  const { runs } = figure;
  let run = runs[0]!;
  let drawn: Stage | undefined;
  let width = 0;
  const launch = choice(
    "motion",
    runs.map(({ name }, i) => [String(i), name]),
  );
  const forces = page("p", { class: "forces" });
  const hasForces = runs.some((one) => one.forces.some((now) => now.length > 0));
  const place = page("div", {});
  const controls = player(spanOf(run), (time) => {
    drawn?.show(time);
    forces.textContent = momentAt(run, time)
      .forces.map(([contact, , , nx, ny, fx, fy]) => {
        const sizes = [Math.hypot(nx, ny), Math.hypot(fx, fy)].map((x) => String(Number(x.toPrecision(2))));
        return `${run.contacts[contact]!.name} ${sizes[0]} N, friction ${sizes[1]} N`;
      })
      .join("; ");
  });
  if (runs.length > 1) controls.controls.append(launch);
  const key = forceKey("friction, inside the thin lines of its cone");
  const all = page("div", { class: "replay" }, place, controls.controls, ...(hasForces ? [key, forces] : []));
  const draw = (): void => {
    drawn = stage(figure, run, width);
    place.replaceChildren(drawn.svg);
    controls.refresh(spanOf(run));
  };
  select(launch).addEventListener("change", () => {
    run = runs[Number(select(launch).value)]!;
    draw();
  });
  controls.startWhenSeen(all);
  return (available) => {
    width = available;
    draw();
    return all;
  };
}

const spanOf = ({ t }: ReplayRun): [number, number] => [t[0]!, t.at(-1)!];

/** What the colours of arrows mean. */
export function forceKey(friction: string): HTMLElement {
  return page(
    "p",
    { class: "key" },
    swatch("normal force", "normal"),
    swatch(friction, "friction"),
    "Lengths grow with the square root of the force.",
  );
}

const swatch = (text: string, name: string): HTMLElement =>
  page("span", {}, page("i", { style: `background: var(--${name})` }), text);
