import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { AccessRule } from './access-rules.ts';
import { pathParams } from './path-params.ts';
import { leaveUntimed, nameRoute } from './route-name.ts';

/** `site`: public bytes, identical for everyone; `refusal`: always an error. */
export type AddressKind = 'action' | 'form' | 'page' | 'webhook' | 'upload' | 'file' | 'site' | 'refusal';

/** A URL pattern that the app answers, and its access rule. */
export interface Address {
  kind: AddressKind;
  method: string;
  /** Express path. */
  path: string;
  /** Name of the access rule. */
  access: string;
}

const declarations = new WeakMap<object, Address>();

/** Attaches the access declaration to a handler, where `addressesOf` finds it. */
export function declare<H extends (...args: never[]) => unknown>(address: Address, handler: H): H {
  declarations.set(handler, address);
  return handler;
}

/** Context of a handler outside the tables of actions, forms and pages. */
export interface Addressed {
  req: Request;
  res: Response;
  params: Record<string, string>;
  next: NextFunction;
}

/** Runs a handler after its access rule: for webhooks, uploads and files. */
export function guarded<Word extends string, L extends object>(
  line: Omit<Address, 'access'> & { access: AccessRule<Word, Addressed, L> },
  run: (context: Addressed & L) => Promise<void> | void,
): RequestHandler {
  const { kind, method, path, access } = line;
  const serve: RequestHandler = async (req, res, next) => {
    nameRoute(res, path);
    if (kind === 'file' || kind === 'upload') leaveUntimed(res);
    const context: Addressed = { req, res, next, params: pathParams(req) };
    await run({ ...context, ...(await access.load(context)) });
  };
  return declare({ kind, method, path, access: access.word }, serve);
}

/** All declared addresses of an app, and the route patterns without a declared access rule. */
export function addressesOf(app: Express): { declared: Address[]; undeclared: string[] } {
  const declared: Address[] = [];
  const undeclared: string[] = [];
  for (const { path, handlers } of linesOf(app.router)) {
    const found = handlers.flatMap((handler) => declarations.get(handler) ?? []);
    if (found.length === 0) undeclared.push(path);
    declared.push(...found);
  }
  return { declared, undeclared };
}

interface Layer {
  handle: object;
  route?: { path: unknown; stack: { handle: object }[] };
}

/** Routes of a router, including nested routers. */
function linesOf(router: object): { path: string; handlers: object[] }[] {
  const stack: Layer[] = 'stack' in router && Array.isArray(router.stack) ? router.stack : [];
  return stack.flatMap(({ route, handle }) =>
    route ? [{ path: String(route.path), handlers: route.stack.map((line) => line.handle) }] : linesOf(handle),
  );
}
