import type { Page } from "playwright-core";

/** Words in the chart of the path, each with the name of the mark that is nearest to it. */
export const wordsAndNearestMarks = (page: Page): Promise<[string, string][]> =>
  page
    .locator(".plots .chart:visible svg[role]")
    .first()
    .evaluate((chart) => {
      const marks = [...chart.querySelectorAll("title")].flatMap((title) =>
        ["start", "end", "target"].includes(title.textContent ?? "")
          ? [{ name: title.textContent ?? "", at: title.parentElement!.getBoundingClientRect() }]
          : [],
      );
      const apart = (a: DOMRect, b: DOMRect): number =>
        Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));
      return [...chart.querySelectorAll("text")]
        .filter(({ textContent }) => /^(?:start|end)/.test(textContent ?? ""))
        .map((text): [string, string] => {
          const own = text.getBoundingClientRect();
          const [nearest] = marks.sort((a, b) => apart(own, a.at) - apart(own, b.at));
          return [text.textContent ?? "", nearest?.name ?? ""];
        });
    });
