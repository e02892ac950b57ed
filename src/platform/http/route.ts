import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { ContractBeside, ContractData, ContractParsed, ContractShape } from '../../shared/contract.ts';
import type { Viewer } from '../../shared/viewer.ts';

/** What every handler and every access check receives. */
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

export type Handler<C extends ContractShape> = (context: HandlerContext<C>) => Promise<Answer<C>> | Answer<C>;

export interface RouteOptions<C extends ContractShape> {
  /**
   * Names the event that the request is about (id, uuid or key) where its params do not: the event of a clip or of a job.
   * Its answer is handed to the access check; null means that there is no such thing, which the check answers with 404.
   */
  about?: (context: HandlerContext<C>) => Promise<string | null> | string | null;
  /** Checks the origin although the method is GET, and takes no navigation: for the few GETs that change something. */
  checkOrigin?: boolean;
}

/** One mounted line of a table; its types are erased, as the contract parses what goes in. */
export interface Route {
  contract: ContractShape;
  about: ((context: RequestContext) => Promise<string | null> | string | null) | null;
  checkOrigin: boolean;
  handle(context: RequestContext): Promise<{ data: unknown; beside: object | undefined }>;
}

export type RouteTable = readonly Route[];

/** Binds a handler to a contract. Mounted by `mountRoutes`; the handler returns `data`, or `withBeside(data, {...})`. */
export function route<C extends ContractShape>(contract: C, handler: Handler<C>, options: RouteOptions<C> = {}): Route {
  const { about } = options;
  return {
    contract,
    about: about ? (context) => about(context as HandlerContext<C>) : null,
    checkOrigin: options.checkOrigin ?? false,
    async handle(context) {
      const answer: unknown = await handler(context as HandlerContext<C>);
      if (isWithBeside(answer)) return { data: answer.data, beside: answer[BESIDE] };
      return { data: answer, beside: undefined };
    },
  };
}

function isWithBeside(answer: unknown): answer is WithBeside<unknown, object> {
  return typeof answer === 'object' && answer !== null && BESIDE in answer;
}
