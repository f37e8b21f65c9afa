/** Bytes of a program of WebAssembly, one after the other. */
export interface Bytes {
  readonly all: readonly number[];
  byte(one: number): void;
  /** A count or an address in seven bits a byte, the last without a mark. */
  unsigned(x: number): void;
  number(x: number): void;
  text(word: string): void;
  /** All that `write` writes, behind the number of its bytes. */
  sized(write: () => void): void;
}

/** A number of bytes that is not known before they are written stands in so many, whatever it is. */
const sizeBytes = 5;

export function emptyBytes(): Bytes {
  const all: number[] = [];
  const one = new Float64Array(1);
  const bytesOfOne = new Uint8Array(one.buffer);
  const byte = (one: number): void => {
    all.push(one);
  };
  const unsigned = (x: number): void => {
    for (; x >= 0x80; x >>>= 7) byte((x & 0x7f) | 0x80);
    byte(x);
  };
  return {
    all,
    byte,
    unsigned,
    number(x) {
      one[0] = x;
      bytesOfOne.forEach(byte);
    },
    text(word) {
      unsigned(word.length);
      for (let k = 0; k < word.length; k++) byte(word.charCodeAt(k));
    },
    sized(write) {
      const start = all.length;
      for (let k = 0; k < sizeBytes; k++) byte(0x80);
      write();
      let size = all.length - start - sizeBytes;
      for (let k = 0; k < sizeBytes; k++, size >>>= 7) all[start + k] |= size & 0x7f;
      all[start + sizeBytes - 1] &= 0x7f;
    },
  };
}
