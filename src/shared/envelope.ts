import type { ErrorCode } from './error-codes.ts';

/** Every good answer; further fields, such as `meta` or `isImpersonated`, stand beside `data`. */
export interface Success<D> {
  success: true;
  data: D;
}

/** Why a call was refused. */
export interface Refusal {
  code: ErrorCode;
  /** For the person: what happened and what to do. */
  message: string;
  /** Words by field path, such as `recipients.0.firstName`. */
  fields?: Record<string, string>;
  /** Facts that a client acts on. */
  details?: Record<string, unknown>;
  requestId: string;
}

export interface Failure {
  success: false;
  error: Refusal;
}

export type Envelope<D> = Success<D> | Failure;
