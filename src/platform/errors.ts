import { ERROR_STATUS, type ErrorCode } from '../shared/error-codes.ts';

interface AppErrorOptions {
  /** Shown to the user: what happened and what to do. */
  message: string;
  /** Messages by field path, shown next to the form fields. */
  fields?: Record<string, string>;
  /** Facts for the client, such as a limit or a URL; never a key or an email address. */
  details?: Record<string, unknown>;
  /** For the log only; never shown. */
  cause?: unknown;
}

/** An error with a message for the user. Any other error becomes a generic 500. */
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

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether `error` is a violation of a unique index (E11000). */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11000;
}
