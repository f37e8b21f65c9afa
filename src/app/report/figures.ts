/** What a chart is told: plain data, so that the page can draw it again at any width. */
export type Figure = PathFigure | SeriesFigure | ConeFigure | ResidualFigure;

/** How a body or contact moves at the end of a step. */
export type Contacting = "slips" | "sticks" | "free" | "touches" | "moves";

interface Captioned {
  readonly title: string;
  /** What is to be seen, in a sentence or two: caption and text for those who cannot see it. */
  readonly text: string;
}

export interface PathFigure extends Captioned {
  readonly kind: "path";
  readonly labels: readonly [string, string];
  readonly bodies: readonly PathLine[];
  readonly marks: readonly { readonly label: string; readonly x: number; readonly y: number }[];
}

export interface PathLine {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly state: readonly Contacting[];
}

export interface SeriesFigure extends Captioned {
  readonly kind: "series";
  readonly label: string;
  readonly unit: string;
  readonly lines: readonly { readonly name: string; readonly values: Values; readonly limit?: boolean }[];
  /** Whether the axis must show zero: forces and speeds mean little without it. */
  readonly zero: boolean;
  readonly events: readonly { readonly t: number; readonly label: string }[];
}

export interface ConeFigure extends Captioned {
  readonly kind: "cone";
  readonly shape: "circle" | "square";
  readonly points: readonly {
    readonly k: number;
    readonly x: number;
    readonly y: number;
    readonly state: Contacting;
  }[];
}

export interface ResidualFigure extends Captioned {
  readonly kind: "residuals";
  readonly points: readonly {
    readonly count: number;
    readonly phase: string;
    readonly iteration: number;
    readonly residual: number;
    readonly step: string;
  }[];
}

/** A number for each time that is drawn; null where there is none. */
export type Values = readonly (number | null)[];

/** Everything that the charts of a report draw: the times that are drawn, their steps, and the figures. */
export interface ReportData {
  readonly t: readonly number[];
  readonly step: readonly number[];
  readonly figures: readonly Figure[];
}
