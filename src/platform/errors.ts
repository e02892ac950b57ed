import { ERROR_STATUS, type ErrorCode } from '../shared/error-codes.ts';

interface AppErrorOptions {
  /** For the person: what happened and what to do. */
  message: string;
  /** Words by field path, for a form to show beside the field. */
  fields?: Record<string, string>;
  /** Facts a client acts on (a limit, a URL to go on at); never a key or an address. */
  details?: Record<string, unknown>;
  /** For the log only; never shown. */
  cause?: unknown;
}

/** An error whose message a person may read. Anything else that is thrown becomes a generic 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions) {
    super(options.message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.fields = options.fields;
    this.details = options.details;
  }
}

/** Whether `error` is MongoDB's refusal of a second document under a unique key. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11000;
}
