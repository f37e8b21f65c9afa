/**
 * Fits of `data/cube-fit` to every other recording of `problems/data/cube-tosses`, the first among them, as they were computed:
 * `npx bankshot fit data/cube-fit --data` with those twelve files, and with `--model inertia.perMass=1.06276` (hollow, 5/18 a²),
 * `damping.perMass=0`, `com.z=0` and `inertia.perMass=.637656` (solid, a²/6).
 */

/** An estimate: its name, its value, its 95 % interval, its unit. */
type Row = readonly [name: string, value: number, from: number, to: number, unit: string];

interface Fitted {
  readonly name: string;
  readonly aic: number;
  readonly chiSquare: number;
  readonly degrees: number;
  readonly estimates: readonly Row[];
}

export const models: readonly Fitted[] = [
  {
    name: "all five unknown",
    aic: -4440.4,
    chiSquare: 232.022,
    degrees: 1986,
    estimates: [
      ["com.z", 0.120251, 0.102161, 0.138342, "u"],
      ["inertia.perMass", 1.05774, 1.02053, 1.09495, "u²"],
      ["friction", 0.144927, 0.138266, 0.151589, "1"],
      ["stiffness.perMass", 111858, 86993.6, 136723, "1/s²"],
      ["damping.perMass", 204.808, 182.737, 226.879, "1/s"],
    ],
  },
  {
    name: "inertia of a hollow cube",
    aic: -4409.22,
    chiSquare: 235.656,
    degrees: 1987,
    estimates: [
      ["com.z", 0.122088, 0.103916, 0.14026, "u"],
      ["friction", 0.144865, 0.138227, 0.151504, "1"],
      ["stiffness.perMass", 109798, 89539.8, 130057, "1/s²"],
      ["damping.perMass", 204.016, 188.952, 219.079, "1/s"],
    ],
  },
  {
    name: "no damping",
    aic: -3635.77,
    chiSquare: 338.54,
    degrees: 1987,
    estimates: [
      ["com.z", 0.115223, 0.097021, 0.133425, "u"],
      ["inertia.perMass", 1.00005, 0.95739, 1.04271, "u²"],
      ["friction", 0.153151, 0.146202, 0.1601, "1"],
      ["stiffness.perMass", 1000740, 887107, 1114370, "1/s²"],
    ],
  },
  {
    name: "centre of mass in the middle",
    aic: -3352.32,
    chiSquare: 386.606,
    degrees: 1987,
    estimates: [
      ["inertia.perMass", 1.06428, 1.03268, 1.09587, "u²"],
      ["friction", 0.141753, 0.135292, 0.148214, "1"],
      ["stiffness.perMass", 131514, 106581, 156447, "1/s²"],
      ["damping.perMass", 215.152, 201.303, 229, "1/s"],
    ],
  },
  {
    name: "inertia of a solid cube",
    aic: -404.823,
    chiSquare: 1537.58,
    degrees: 1987,
    estimates: [
      ["com.z", 0.0868863, 0.0717921, 0.101981, "u"],
      ["friction", 0.165515, 0.159099, 0.17193, "1"],
      ["stiffness.perMass", 171721, 134516, 208926, "1/s²"],
      ["damping.perMass", 213.694, 204.025, 223.364, "1/s"],
    ],
  },
];

/** A law of contact as a model of the same twelve recordings. */
interface Law {
  readonly name: string;
  readonly unknowns: number;
  readonly aic: number;
  readonly chiSquare: number;
  /**
   * Medians of held recordings, foretold from their flight, five and twenty frames after the touch [mm, degrees]; none where a fit
   * on the way was not solved.
   */
  readonly held?: readonly [mm5: number, degrees5: number, mm20: number, degrees20: number];
}

/**
 * `npx bankshot fit data/cube-fit --data` with the twelve files and `--folds 2 --model law=hunt-crossley --model law=rigid --model law=patch
 * --model frictionOf=points --model law=hunt-crossley,frictionOf=points`: each law with its own numbers, asked for the same rows.
 */
export const laws: readonly Law[] = [
  { name: "springs and dampers", unknowns: 149, aic: -4440.4, chiSquare: 232.02, held: [1.78, 1.89, 3.8, 5.36] },
  { name: "Hunt and Crossley", unknowns: 150, aic: -5243.9, chiSquare: 159.1, held: [1.35, 1.64, 3.59, 4.08] },
  { name: "rigid, restitution .23", unknowns: 148, aic: -3607.3, chiSquare: 343.08, held: [1.55, 2.14, 4.65, 5.89] },
  { name: "one patch, no bounce", unknowns: 148, aic: 570.3, chiSquare: 2427.72, held: [3.8, 6.16, 10.2, 10.6] },
  { name: "springs, friction by points", unknowns: 150, aic: -4457, chiSquare: 230.01 },
  {
    name: "Hunt and Crossley, friction by points",
    unknowns: 151,
    aic: -5352.7,
    chiSquare: 151.06,
    held: [1.49, 1.67, 3.64, 3.92],
  },
];
