/** Input that no solver may see: one sentence, and the field that it is about. */
export class BadInput extends Error {
  override readonly name = "BadInput";
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}
