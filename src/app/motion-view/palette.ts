/** Okabe–Ito colours, told apart by nearly everyone, as custom properties of a page. */
export const light = `--page: #fff; --text: #1a1a1a; --quiet: #5c5c5c; --line: #d4d4d4; --panel: #f6f6f4;
  --slips: #d55e00; --sticks: #0072b2; --free: #8a8a8a; --touches: #009e73; --moves: #0072b2; --mark: #1a1a1a;
  --line1: #0072b2; --line2: #d55e00; --line3: #009e73; --line4: #cc79a7; --line5: #e69f00; --line6: #56b4e9;
  --good: #00704f; --bad: #b34700; --normal: #00704f; --friction: #d55e00; --star: #f0c14b;`;

/** Lighter colours of the same family, for a dark page. */
export const dark = `--page: #16181b; --text: #e8e8e6; --quiet: #a5a9ae; --line: #3a3e44; --panel: #1e2125;
  --slips: #f08a3c; --sticks: #56b4e9; --free: #9a9a9a; --touches: #2fc59b; --moves: #56b4e9; --mark: #f4f4f4;
  --line1: #56b4e9; --line2: #f08a3c; --line3: #2fc59b; --line4: #e3a3c6; --line5: #f0c14b; --line6: #9fd3f2;
  --good: #4fd3a5; --bad: #ff9d5c; --normal: #4fd3a5; --friction: #f08a3c; --star: #f0c14b;`;

/** The light colours with more contrast, for paper. */
export const paper = `${light} --text: #000; --quiet: #444; --line: #bbb; --panel: #fff; --mark: #000;`;
