import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { AccessRule } from './access-rules.ts';
import { nameRoute } from './route-name.ts';

/** What stands at an address. `site`: the same public bytes for everybody; `refusal`: answers with an error only. */
export type AddressKind = 'action' | 'form' | 'page' | 'webhook' | 'upload' | 'file' | 'site' | 'refusal';

/** An address that this app answers, and who may use it. */
export interface Address {
  kind: AddressKind;
  method: string;
  /** Express path below the origin. */
  path: string;
  /** Word of its access rule. */
  access: string;
}

const declarations = new WeakMap<object, Address>();

/** Notes who may use an address beside the handler that serves it; `addressesOf` finds it again. */
export function declare<H extends (...args: never[]) => unknown>(address: Address, handler: H): H {
  declarations.set(handler, address);
  return handler;
}

/** What an address outside of the tables of actions, forms and pages receives. */
export interface Addressed {
  req: Request;
  res: Response;
  params: Record<string, string>;
  next: NextFunction;
}

/** A handler that runs once access has let the request in, with what that loaded: for webhooks, uploads and files. */
export function guarded<Word extends string, L extends object>(
  line: Omit<Address, 'access'> & { access: AccessRule<Word, Addressed, L> },
  run: (context: Addressed & L) => Promise<void> | void,
): RequestHandler {
  const { kind, method, path, access } = line;
  const serve: RequestHandler = async (req, res, next) => {
    nameRoute(res, path);
    const context: Addressed = { req, res, next, params: { ...req.params } as Record<string, string> };
    await run({ ...context, ...(await access.load(context)) });
  };
  return declare({ kind, method, path, access: access.word }, serve);
}

/** Every address that an app answers, and the patterns of those for which nobody declared who may use them. */
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

/** The routes of a router and of those that are mounted in it. */
function linesOf(router: object): { path: string; handlers: object[] }[] {
  const stack = 'stack' in router && Array.isArray(router.stack) ? (router.stack as Layer[]) : [];
  return stack.flatMap(({ route, handle }) =>
    route ? [{ path: String(route.path), handlers: route.stack.map((line) => line.handle) }] : linesOf(handle),
  );
}
