import { brief } from "../../../motion-view/numbers.js";
import { page } from "../../../viewer/page.js";
import { type Desk, opensAny } from "./desk.js";
import { type Panel, percent } from "./parts.js";

/** Which ranges are chosen, how many items lie within all, and how to let them go. */
export function choicePanel(desk: Desk): Panel {
  const element = page("section", { class: "wide chosen", "aria-live": "polite" });
  return {
    element,
    draw() {
      const rows = desk.chosen();
      const passed = rows.filter((row) => desk.data.rows.states[row] === 2).length;
      const buttons = [...desk.ranges].map(([name, [from, to]]) => {
        const button = page("button", { type: "button" }, `${name} ${brief(from)} … ${brief(to)} ✕`);
        button.addEventListener("click", () => desk.choose(name, undefined));
        return button;
      });
      const said =
        buttons.length === 0
          ? `Drag across the histogram or along an axis below to choose items${opensAny(desk) ? "; click on a point to open its motion" : ""}.`
          : `${rows.length} items are chosen, ${rows.length === 0 ? "none" : percent(passed / rows.length)} of them as asked. `;
      element.replaceChildren(page("p", {}, said, ...buttons));
    },
  };
}
