/** The parts of Observable's packages that the runtime here is put together from; they come without types. */
declare module "@observablehq/runtime" {
  export class Runtime {
    constructor(builtins: Readonly<Record<string, () => unknown>>);
    module(): object;
  }
}
declare module "observable:runtime/define.js" {
  export function define(main: object, state: object, definition: object, observer: unknown): void;
}
declare module "observable:runtime/display.js" {
  export function observe(
    state: object,
    definition: object,
  ): { pending(): void; fulfilled(value: unknown): void; rejected(error: unknown): void };
}
declare module "observable:runtime/stdlib/generators/observe.js" {
  export function observe<T>(start: (tell: (value: T) => void) => () => void): unknown;
}
declare module "observable:runtime/stdlib/md.js" {
  export const md: unknown;
}
declare module "*.csv?raw" {
  const text: string;
  export default text;
}
