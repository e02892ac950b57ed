import { EventEmitter } from 'node:events';

/**
 * What React writes a page to: its text, gathered until it is taken. React writes each tag, attribute and text by itself,
 * thousands of pieces a page, so this is no `Writable`, whose bookkeeping would cost more than rendering does. It always
 * has room and emits nothing: whoever no longer wants the page aborts its rendering.
 */
export abstract class PageText extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true;
  #text = '';

  /** @returns that there is room for more */
  write(piece: string | Uint8Array): boolean {
    this.#text += typeof piece === 'string' ? piece : Buffer.from(piece).toString();
    return true;
  }

  /** What was written since it was taken last. */
  protected take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  protected get isEmpty(): boolean {
    return this.#text === '';
  }

  /** Called by React when the page is complete. */
  abstract end(): this;

  /** Called by React when it can't go on. */
  abstract destroy(error?: Error): this;
}

/** A page that is wanted whole, not as it comes. */
export class WholePage extends PageText {
  constructor(
    private readonly resolve: (text: string) => void,
    private readonly reject: (error?: Error) => void,
  ) {
    super();
  }

  end(): this {
    this.resolve(this.take());
    return this;
  }

  destroy(error?: Error): this {
    this.reject(error);
    return this;
  }
}
