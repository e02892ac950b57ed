import { EventEmitter } from 'node:events';

/**
 * Collects the text that React writes. React writes thousands of small pieces; a `Writable` would cost more than
 * rendering. Never full, emits no events: to stop, abort the rendering.
 */
export abstract class PageText extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true;
  #text = '';

  /** @returns true: there is always room */
  write(piece: string | Uint8Array): boolean {
    this.#text += typeof piece === 'string' ? piece : Buffer.from(piece).toString();
    return true;
  }

  /** Text written since the last call. */
  protected take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  protected get isEmpty(): boolean {
    return this.#text === '';
  }

  /** React calls this when the page is complete. */
  abstract end(): this;

  /** React calls this when it can't continue. */
  abstract destroy(error?: Error): this;
}

/** A page that is needed as a whole. */
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
