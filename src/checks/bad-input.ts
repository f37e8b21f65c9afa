import { oneSentence } from "./words.js";

/** Input that no solver may see: one sentence, and the field that it is about. */
export class BadInput extends Error {
  override readonly name = "BadInput";
  readonly field: string;
  constructor(field: string, message: string) {
    super(oneSentence(message));
    this.field = field.trim() === "" ? '""' : oneSentence(field);
  }
}
