import type { ReportData } from "../report/charts/figures.js";
import type { FigureView } from "../report/client/figure.js";

/** The charts of an answer, in tabs. */
export interface Charts {
  /** The figures to be shown; what is drawn stays in its place while its figure only changes. */
  show(data: ReportData | undefined): void;
  cursor(time: number): void;
  readonly views: readonly TitledView[];
}

export interface TitledView {
  readonly title: string;
  readonly text: string;
  readonly view: FigureView;
}

/** The viewer shows these better. */
const inViewer: ReadonlySet<string> = new Set(["replay", "spatial", "snapshots"]);

type FigureModule = typeof import("../report/client/figure.js");

/** Safari has no idle time to ask for. */
const later: (act: () => void) => void =
  globalThis.requestIdleCallback === undefined
    ? (act) => void setTimeout(act, 300)
    : (act) => void requestIdleCallback(act, { timeout: 2000 });

/**
 * Charts are loaded when the first answer needs them and the scene is `drawn`; `changed` is called when there are others
 * to show.
 */
export function charts(
  picks: Parameters<FigureModule["figureView"]>[2],
  changed: () => void,
  drawn: () => Promise<unknown>,
): Charts {
  let module: FigureModule | undefined;
  let views: TitledView[] = [];
  let wanted: ReportData | undefined;
  let time = 0;

  const put = (): void => {
    if (module === undefined) return;
    const data = wanted ?? { t: [], step: [], figures: [] };
    const figures = data.figures.filter(({ kind }) => !inViewer.has(kind));
    const { figureView } = module;
    const before = new Map(views.map((one) => [one.title, one]));
    views = figures.map((figure) => {
      const known = before.get(figure.title);
      before.delete(figure.title);
      known?.view.show(figure, data);
      const view = known?.view ?? figureView(figure, data, picks);
      view.cursor(time);
      return { title: figure.title, text: figure.text, view };
    });
    for (const { view } of before.values()) view.dispose();
    changed();
  };

  return {
    get views() {
      return views;
    },
    show(data) {
      if (data === wanted) return;
      wanted = data;
      if (module !== undefined || data === undefined) return put();
      void drawn().then(() =>
        later(async () => {
          module = await import("../report/client/figure.js");
          put();
        }),
      );
    },
    cursor(now) {
      time = now;
      for (const { view } of views) view.cursor(now);
    },
  };
}
