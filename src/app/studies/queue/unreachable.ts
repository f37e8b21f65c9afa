/** A queue that does not answer: no fault of what was asked, and nothing is lost. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}
