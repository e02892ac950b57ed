import type { ErrorCode } from './error-codes.ts';

/** Envelope of success; further fields, such as `meta` or `isImpersonated`, are next to `data`. */
export interface Success<D> {
  success: true;
  data: D;
}

/** Envelope of an error. */
export interface Refusal {
  code: ErrorCode;
  /** For users: what happened and what to do. */
  message: string;
  /** Messages by field path, such as `recipients.0.firstName`. */
  fields?: Record<string, string>;
  /** Facts for the client. */
  details?: Record<string, unknown>;
  requestId: string;
}

export interface Failure {
  success: false;
  error: Refusal;
}

export type Envelope<D> = Success<D> | Failure;
