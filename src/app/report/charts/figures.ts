import type { Contacting } from "../../motion-view/motion.js";
import type { Spot } from "../../motion-view/outlines.js";
import type { SceneData } from "../../motion-view/scene/scene-data.js";

/** The content of a chart: plain data, so that the page can draw it again at any width. */
export type Figure =
  | LandscapeFigure
  | BranchesFigure
  | PathFigure
  | SeriesFigure
  | ConeFigure
  | ResidualFigure
  | SnapshotsFigure
  | FootprintFigure
  | ModesFigure
  | BarsFigure;

interface Captioned {
  readonly title: string;
  /** The content in a sentence or two: caption and text for those who cannot see it. */
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
  readonly lines: readonly SeriesLine[];
  /** The axis must show zero: forces and speeds mean little without it. */
  readonly zero: boolean;
  readonly events: readonly { readonly t: number; readonly label: string }[];
  /** A logarithmic axis, for differences that go over many orders. */
  readonly logarithmic?: boolean;
  /** A contact's segments, under the time axis. */
  readonly band?: readonly BandPart[];
}

export interface SeriesLine {
  readonly name: string;
  readonly values: Values;
  /** Dashed: a bound, or a line that others lie under. */
  readonly limit?: boolean;
}

export interface ConeFigure extends Captioned {
  readonly kind: "cone";
  readonly shape: "circle" | "square";
  /** Grid points with a force, and there both shares of the limit and what the contact does. */
  readonly step: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly state: readonly Contacting[];
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

/** Modes of contacts over time, one row each; stretches without a force are left out. */
export interface ModesFigure extends Captioned {
  readonly kind: "modes";
  /** Start and end of the motion [s]. */
  readonly span: readonly [number, number];
  readonly rows: readonly {
    readonly name: string;
    readonly parts: readonly { readonly from: number; readonly to: number; readonly state: Contacting }[];
  }[];
}

/** A stretch of time in which a contact keeps its kind, its vertices and its mode. */
export interface BandPart {
  readonly from: number;
  readonly to: number;
  readonly contact: "surface" | "line" | "point" | "none";
  readonly mode: "stick" | "slip" | "free";
  readonly text: string;
}

/** How often what occurred. */
export interface BarsFigure extends Captioned {
  readonly kind: "bars";
  readonly label: string;
  readonly bars: readonly { readonly label: string; readonly count: number }[];
}

/** Moments of the motion in space beside each other: the pictures of a scene, each under its own heading. */
export interface SnapshotsFigure extends Captioned {
  readonly kind: "snapshots";
  readonly scene: SceneData;
  readonly shots: readonly { readonly title: string; readonly text: string }[];
}

/** The area that a contact covers at some moments, and the way of its equivalent contact point. */
export interface FootprintFigure extends Captioned {
  readonly kind: "footprint";
  /** The world, in which the body moves on, or the body. */
  readonly frame: "world" | "body";
  readonly labels: readonly [string, string];
  readonly instants: readonly FootprintInstant[];
  /** End places of the centre of mass, if conditions ask for some. */
  readonly targets: readonly Spot[];
  /** One line for every stretch of contact in one mode. */
  readonly paths: readonly {
    readonly mode: "stick" | "slip";
    readonly step: readonly number[];
    readonly t: readonly number[];
    readonly x: readonly number[];
    readonly y: readonly number[];
  }[];
}

/** The body from above part by part, what its hull touches, and what of that is real contact: areas, lines, points. */
export interface FootprintInstant {
  readonly label: string;
  readonly outlines: readonly (readonly Spot[])[];
  readonly patch: readonly Spot[];
  readonly polygons: readonly (readonly Spot[])[];
  readonly segments: readonly (readonly Spot[])[];
  readonly points: readonly Spot[];
  readonly ecp?: Spot;
}

export interface BranchesFigure extends Captioned {
  readonly kind: "branches";
  readonly labels: readonly [string, string];
  /** Every launch by its contact sequence and launch values. */
  readonly names: readonly string[];
  readonly lines: readonly BranchLine[];
  readonly targets: readonly Spot[];
}

export interface BranchLine {
  /** Index of the launch. */
  readonly launch: number;
  readonly body: string;
  readonly t: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export interface LandscapeFigure extends Captioned {
  readonly kind: "landscape";
  /** One or two design variables, with as many grid points along each. */
  readonly axes: readonly {
    readonly name: string;
    readonly unit: string;
    readonly min: number;
    readonly max: number;
  }[];
  readonly points: number;
  /** Of every grid point, the first axis running fastest; null where a motion breaks off. */
  readonly cost: Values;
  /** Constraints that must be zero, one field for each scenario. */
  readonly zeros: readonly { readonly name: string; readonly values: readonly Values[] }[];
  /** Constraints that must not exceed zero, each in its own unit: the worst of all scenarios. */
  readonly limits: readonly { readonly name: string; readonly values: Values }[];
  /** The designs that each start tried, in order; a second coordinate of 0 where there is one variable. */
  readonly paths: readonly (readonly Spot[])[];
  readonly optima: readonly Spot[];
}

/** A number for each time that is drawn; null where there is none. */
export type Values = readonly (number | null)[];

/** Everything that the charts of a report draw: the times that are drawn, their steps, and the figures. */
export interface ReportData {
  readonly t: readonly number[];
  readonly step: readonly number[];
  readonly figures: readonly Figure[];
}

/** True for a figure of a whole search, and not of one of its motions. */
export const isOfAll = ({ kind }: Figure): boolean =>
  kind === "landscape" || kind === "branches" || kind === "residuals";
