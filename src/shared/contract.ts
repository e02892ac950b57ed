import type * as z from 'zod';
import type { Permission } from './permissions.ts';
import './plain-zod.ts';

/**
 * Who may call a route. There is no default: a contract without `access` does not compile.
 * - `anyone`: no session needed; nothing personal is answered beyond what a presented key opens
 * - `signed-in`: a session with a user
 * - `operator`: loopback or the metrics token
 * - a permission: whoever has a role that the table in `permissions.ts` gives it; staff in a session that passed a second step
 */
export type Access = 'anyone' | 'signed-in' | 'operator' | Permission;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ContractShape {
  method: Method;
  /** Express path below the origin, parameters as `:name`, e.g. `/api/event/:id`. */
  path: string;
  /** One sentence for the API page. */
  summary: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** What `data` holds in the answer. */
  response: z.ZodType;
  /** Status of the successful answer; 200 unless told. */
  status?: 200 | 201 | 202;
  /** Which bucket of the rate limiter a call falls into; `api` unless told. */
  limit?: 'api' | 'sign-in' | 'upload' | 'write';
  /** Fields that stand beside `data` in the envelope, such as `isImpersonated` or `meta`. */
  beside?: z.ZodType;
  /**
   * For a POST that may run twice: it makes, mails, prints and costs nothing, or signs in. The server keeps no answer for its
   * `Idempotency-Key`. Default: it does.
   */
  repeatable?: true;
  /**
   * Takes back what it answers: fields of `response` that `body` does not have are ignored, at every depth. A field that neither
   * has is a 422.
   */
  roundTrip?: true;
}

/** Whether the server keeps the answer of a call for its `Idempotency-Key`. */
export function honoursIdempotencyKey({ method, repeatable }: ContractShape): boolean {
  return method === 'POST' && !repeatable;
}

/**
 * Describes one route once: the server mounts it, the client is typed by it, the API page is generated from it,
 * and the refusal tests read it.
 */
export function contract<const C extends ContractShape>(shape: C): C {
  return shape;
}

type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined;
type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a caller passes: unparsed params, query and body. */
export type ContractInput<C extends ContractShape> = {
  params: InputOf<C['params']>;
  query: InputOf<C['query']>;
  body: InputOf<C['body']>;
};
/** What a handler receives: parsed params, query and body. */
export type ContractParsed<C extends ContractShape> = {
  params: OutputOf<C['params']>;
  query: OutputOf<C['query']>;
  body: OutputOf<C['body']>;
};
/** What `data` holds. */
export type ContractData<C extends ContractShape> = z.output<C['response']>;
export type ContractBeside<C extends ContractShape> = OutputOf<C['beside']>;
