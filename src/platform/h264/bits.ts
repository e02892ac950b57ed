/** Reads bits of a NAL unit's payload, most significant bit first. */
export class BitReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Bits read so far. */
  get position(): number {
    return this.#at;
  }

  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i += 1) {
      const byte = this.#bytes[this.#at >> 3] ?? 0;
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  /** ue(v): unsigned Exp-Golomb code. Throws on codes longer than any header's. */
  unsigned(): number {
    let zeros = 0;
    while (this.bits(1) === 0) {
      zeros += 1;
      if (zeros > 24) throw new Error('this is not an H.264 header');
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** se(v): signed Exp-Golomb code. */
  signed(): number {
    const code = this.unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}

/** Writes bits, most significant bit first. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #bits = 0;

  bits(value: number, count: number): this {
    for (let i = count - 1; i >= 0; i -= 1) {
      if (this.#bits % 8 === 0) this.#bytes.push(0);
      const last = this.#bytes.length - 1;
      this.#bytes[last] = (this.#bytes[last] ?? 0) | (((value >>> i) & 1) << (7 - (this.#bits % 8)));
      this.#bits += 1;
    }
    return this;
  }

  unsigned(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.bits(0, length).bits(value + 1, length + 1);
  }

  signed(value: number): this {
    return this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Pads the last byte with `bit`. */
  align(bit: 0 | 1): this {
    while (this.#bits % 8 !== 0) this.bits(bit, 1);
    return this;
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

/** Removes emulation prevention bytes (H.264, 7.4.1). */
export function withoutEmulationPrevention(unit: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(unit.length);
  let zeros = 0;
  let length = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

/** Inserts emulation prevention bytes. */
export function withEmulationPrevention(payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(Math.ceil(payload.length * 1.5) + 1);
  let zeros = 0;
  let length = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes[length++] = 3;
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}
