import type * as z from 'zod';
import type { Permission } from './permissions.ts';
import './plain-zod.ts';

/**
 * Who may call a route. Required in every contract.
 * - `anyone`: no session needed; answers nothing personal beyond what a presented key opens
 * - `signed-in`: a session with a user
 * - `operator`: loopback or the metrics token
 * - a permission: users with a role that the table in `permissions.ts` allows; staff in a session that passed a second step
 */
export type Access = 'anyone' | 'signed-in' | 'operator' | Permission;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ContractShape {
  method: Method;
  /** Express path with parameters, such as `/api/event/:id`. */
  path: string;
  /** One sentence for the API docs. */
  summary: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Schema of `data` in the answer. */
  response: z.ZodType;
  /** Status of success. Default: 200. */
  status?: 200 | 201 | 202;
  /** Bucket of the rate limiter. Default: `api`. */
  limit?: 'api' | 'error-report' | 'sign-in' | 'upload' | 'write';
  /** Fields next to `data` in the envelope, such as `isImpersonated` or `meta`. */
  beside?: z.ZodType;
  /**
   * For a POST that is harmless when repeated: the server stores no answer for its `Idempotency-Key`. Default: it does.
   */
  repeatable?: true;
  /**
   * Accepts its own answer as input: fields of `response` that `body` lacks are ignored at every depth. Other unknown
   * fields are a 422.
   */
  roundTrip?: true;
}

/** Whether the server stores the call's answer for its `Idempotency-Key`. */
export function honoursIdempotencyKey({ method, repeatable }: ContractShape): boolean {
  return method === 'POST' && !repeatable;
}

/** Describes a route once, for the server, the typed client, the API docs and the refusal tests. */
export function contract<const C extends ContractShape>(shape: C): C {
  return shape;
}

type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined;
type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

/** Input of a caller: params, query and body before parsing. */
export type ContractInput<C extends ContractShape> = {
  params: InputOf<C['params']>;
  query: InputOf<C['query']>;
  body: InputOf<C['body']>;
};
/** Input of a handler: parsed params, query and body. */
export type ContractParsed<C extends ContractShape> = {
  params: OutputOf<C['params']>;
  query: OutputOf<C['query']>;
  body: OutputOf<C['body']>;
};
/** Type of `data`. */
export type ContractData<C extends ContractShape> = z.output<C['response']>;
export type ContractBeside<C extends ContractShape> = OutputOf<C['beside']>;
