/** The bundle of quickhull3d: its main entry imports without file endings, which Node does not resolve, and has no types here. */
declare module "quickhull3d/dist/quickhull3d.js" {
  /** The triangles of the convex hull, as indices of points anticlockwise seen from outside. */
  export default function quickhull(points: readonly (readonly [number, number, number])[]): number[][];
}
