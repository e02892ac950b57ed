import { type Doc, decode } from './bson.ts';

/** A document that was found: where it is, its bytes, and the index that `$` stands for. */
export class Hit {
  #doc: Doc | undefined;

  constructor(
    readonly record: number,
    readonly bytes: Buffer,
    readonly position: number,
    doc?: Doc,
  ) {
    this.#doc = doc;
  }

  get doc(): Doc {
    this.#doc ??= decode(this.bytes);
    return this.#doc;
  }
}
