/** A page of the documentation: its file, without extension, and its name in the contents. */
export interface Page {
  readonly file: string;
  readonly name: string;
}

/** The table of contents: what is written by hand, in the order in which it is read. */
export const contents: readonly { readonly title: string; readonly pages: readonly Page[] }[] = [
  {
    title: "First steps",
    pages: [
      { file: "index", name: "Overview" },
      { file: "start", name: "Start in five minutes" },
      { file: "problems/index", name: "Problems" },
    ],
  },
  {
    title: "Concepts",
    pages: [
      { file: "one-row", name: "One idea" },
      { file: "models", name: "Models" },
      { file: "time-stepping", name: "Time stepping" },
      { file: "complementarity", name: "Complementarity" },
      { file: "certificates", name: "Certificates" },
      { file: "strategies", name: "Strategies" },
      { file: "grasps", name: "Grasps" },
    ],
  },
  {
    title: "How to",
    pages: [
      { file: "draw-a-problem", name: "Draw a problem" },
      { file: "add-a-problem", name: "Add a problem" },
      { file: "add-a-model", name: "Add a model" },
      { file: "add-an-lp-solver", name: "Add an LP solver" },
      { file: "scatter", name: "Ask how sure a motion is" },
      { file: "studies", name: "Ask many motions at once" },
      { file: "many-machines", name: "Ten machines in ten minutes" },
      { file: "thousand-cores", name: "A plan to 1000 cores" },
      { file: "embed", name: "Embed it in a web page" },
      { file: "node", name: "Use it from Node" },
    ],
  },
  {
    title: "Reference",
    pages: [
      { file: "api/index", name: "API" },
      { file: "conventions", name: "Conventions" },
      { file: "limits", name: "What is not possible" },
      { file: "measured", name: "Measured" },
      { file: "comparison", name: "Comparison" },
    ],
  },
];

/** Pages that are generated, and have no text of their own here. */
export const generated: readonly string[] = ["problems/index", "api/index"];

/** The groups of problems, as the folders of `problems/`, each with a file of stories. */
export const groups: readonly { readonly folder: string; readonly says: string }[] = [
  { folder: "rolling", says: "Disks and balls that slide, stick and roll" },
  { folder: "impact", says: "Throws with and without a bounce" },
  { folder: "feeder", says: "A part feeder and its corner" },
  { folder: "patch", says: "Bodies that rest, slide, spin and tip on faces" },
  { folder: "billiards", says: "Many balls on a table: a cost of what touches" },
  { folder: "data", says: "Recorded motions, and what they know" },
  { folder: "touch", says: "Round and finite shapes that touch each other" },
  { folder: "drives", says: "Belts and trays that move as told" },
  { folder: "resist", says: "Balls that roll and spin until they stop" },
  { folder: "robots", says: "Arms, carts and hoppers with masses, joints and drives" },
  { folder: "drag", says: "Throws through air" },
  { folder: "joints", says: "Pendulums and linkages" },
  { folder: "golf", says: "Balls on uneven ground" },
  { folder: "exact", says: "Rigid impacts as events" },
  { folder: "grasp", says: "Grippers and an arm" },
  { folder: "optimal", says: "The cheapest controls" },
];
