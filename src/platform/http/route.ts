import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { ContractBeside, ContractData, ContractParsed, ContractShape } from '../../shared/contract.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { Visit } from './access-rules.ts';

/** What every action and every access rule receives. */
export interface RequestContext<P = unknown, Q = unknown, B = unknown> {
  /** Parsed by the contract; `undefined` where the contract names none. */
  params: P;
  query: Q;
  body: B;
  viewer: Viewer;
  req: Request;
  res: Response;
  /** Writes the request's id with each line. */
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

/** `data` together with the fields that stand beside it. */
export interface WithBeside<D, B> {
  [BESIDE]: B;
  data: D;
}

/** What a handler returns whose contract names fields beside `data`, such as `withBeside(events, { meta })`. */
export function withBeside<D, B>(data: D, beside: B): WithBeside<D, B> {
  return { [BESIDE]: beside, data };
}

export type Answer<C extends ContractShape> = C['beside'] extends z.ZodType
  ? WithBeside<ContractData<C>, ContractBeside<C>>
  : ContractData<C>;

/** An answer together with facts for the page that follows a form; JSON callers never see them. */
export interface WithOutcome<A, O> {
  [OUTCOME]: O;
  answer: A;
}

/** What an action returns whose form goes on differently by what happened, such as `withOutcome(user, { isNew })`. */
export function withOutcome<A, O>(answer: A, outcome: O): WithOutcome<A, O> {
  return { [OUTCOME]: outcome, answer };
}

/** What came of one run. */
export interface Answered {
  data: unknown;
  beside: object | undefined;
  outcome: unknown;
}

/** One mounted line of a table; its types are erased, as the contract parses what goes in. */
export interface Route {
  contract: ContractShape;
  /** Checks the origin although the method is GET, and takes no navigation. */
  checkOrigin: boolean;
  /** The part of access that the session alone decides. */
  admit(visit: Visit): void;
  /** The rest of access; its answer is merged into the context of `handle`. */
  load(context: RequestContext): Promise<object>;
  handle(context: RequestContext): Promise<Answered>;
}

export type RouteTable = readonly Route[];

/** Takes apart what an action returned. */
export function toAnswered(returned: unknown): Answered {
  if (has(returned, OUTCOME)) {
    const { answer, [OUTCOME]: outcome } = returned as unknown as WithOutcome<unknown, unknown>;
    return { ...toAnswered(answer), outcome };
  }
  if (has(returned, BESIDE)) {
    const { data, [BESIDE]: beside } = returned as unknown as WithBeside<unknown, object>;
    return { data, beside, outcome: undefined };
  }
  return { data: returned, beside: undefined, outcome: undefined };
}

function has(value: unknown, mark: symbol): value is object {
  return typeof value === 'object' && value !== null && mark in value;
}
