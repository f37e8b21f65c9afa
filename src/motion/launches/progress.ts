/** The rest of a scan's line of progress: it leaves no residual, and takes no steps of a Newton. */
export const scanInfo = {
  phase: "scan",
  residual: Number.NaN,
  merit: Number.NaN,
  stepLength: 1,
  stepKind: "newton",
} as const;
