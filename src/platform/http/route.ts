import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type * as z from 'zod';
import type { ContractBeside, ContractData, ContractParsed, ContractShape } from '../../shared/contract.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { Visit } from './access-rules.ts';

/** Passed to every action and access rule. */
export interface RequestContext<P = unknown, Q = unknown, B = unknown> {
  /** Parsed by the contract; `undefined` where the contract names none. */
  params: P;
  query: Q;
  body: B;
  viewer: Viewer;
  req: Request;
  res: Response;
  /** Adds the request id to each line. */
  log: Logger;
  requestId: string;
}

export type HandlerContext<C extends ContractShape> = RequestContext<
  ContractParsed<C>['params'],
  ContractParsed<C>['query'],
  ContractParsed<C>['body']
>;

const BESIDE = Symbol('beside');
const OUTCOME = Symbol('outcome');

/** `data` with additional fields next to it. */
export interface WithBeside<D, B> {
  [BESIDE]: B;
  data: D;
}

/** Return value for contracts with fields next to `data`, such as `withBeside(events, { meta })`. */
export function withBeside<D, B>(data: D, beside: B): WithBeside<D, B> {
  return { [BESIDE]: beside, data };
}

export type Answer<C extends ContractShape> = C['beside'] extends z.ZodType
  ? WithBeside<ContractData<C>, ContractBeside<C>>
  : ContractData<C>;

/** An answer with facts for the redirect of a form; API callers never see them. */
export interface WithOutcome<A, O> {
  [OUTCOME]: O;
  answer: A;
}

/** Return value of an action whose form redirects depending on the result, such as `withOutcome(user, { via })`. */
export function withOutcome<A, O>(answer: A, outcome: O): WithOutcome<A, O> {
  return { [OUTCOME]: outcome, answer };
}

/** Result of one run. */
export interface Answered {
  data: unknown;
  beside: object | undefined;
  outcome: unknown;
}

/** A route with erased types; the contract parses its input. */
export interface Route {
  contract: ContractShape;
  /** Checks the origin of a GET and refuses navigation. */
  checkOrigin: boolean;
  /** The part of access decided by the session alone. */
  admit(visit: Visit): void;
  /** The rest of access; merged into the context of `handle`. */
  load(context: RequestContext): Promise<object>;
  handle(context: RequestContext): Promise<Answered>;
}

export type RouteTable = readonly Route[];

/** Unwraps the return value of an action. */
export function toAnswered(returned: unknown): Answered {
  if (isWithOutcome(returned)) {
    const { answer, [OUTCOME]: outcome } = returned;
    return { ...toAnswered(answer), outcome };
  }
  if (isWithBeside(returned)) {
    const { data, [BESIDE]: beside } = returned;
    return { data, beside, outcome: undefined };
  }
  return { data: returned, beside: undefined, outcome: undefined };
}

function isWithOutcome(value: unknown): value is WithOutcome<unknown, unknown> {
  return typeof value === 'object' && value !== null && OUTCOME in value;
}

function isWithBeside(value: unknown): value is WithBeside<unknown, object> {
  return typeof value === 'object' && value !== null && BESIDE in value;
}
