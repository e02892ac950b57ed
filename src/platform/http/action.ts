import type { ContractShape } from '../../shared/contract.ts';
import type { AccessRule, Requirement } from './access-rules.ts';
import { type Answer, type HandlerContext, type Route, toAnswered, type WithOutcome } from './route.ts';

/** A route that knows its types, so that a form can be its second door (`form` in `forms.ts`). */
export interface Action<C extends ContractShape, O> extends Route {
  contract: C;
  /** For types only. */
  readonly outcome?: O;
}

type Returned<C extends ContractShape, O> = Answer<C> | WithOutcome<Answer<C>, O>;

export interface ActionDefinition<C extends ContractShape, L extends object, O> {
  /** Decides who may and loads what the work needs; its word is the one that the contract names. */
  access: AccessRule<C['access'], HandlerContext<C>, L>;
  /** Further conditions, checked in order after access by whichever door somebody comes. */
  requires?: readonly Requirement<NoInfer<HandlerContext<C> & L>>[];
  /** The work. Returns `data`, or `withBeside(data, {...})`, or either of them `withOutcome`. */
  run: (context: HandlerContext<C> & NoInfer<L>) => Promise<Returned<C, O>> | Returned<C, O>;
  /** Checks the origin although the method is GET, and takes no navigation: for the few GETs that change something. */
  checkOrigin?: boolean;
}

/** Defines what somebody can do, once: who may, under which conditions, and the work. Mounted by `mountRoutes`. */
export function action<const C extends ContractShape, L extends object, O = undefined>(
  contract: C,
  { access, requires = [], run, checkOrigin = false }: ActionDefinition<C, L, O>,
): Action<C, O> {
  return {
    contract,
    checkOrigin,
    admit: (visit) => access.admit?.(visit),
    load: async (context) => access.load(context as HandlerContext<C>),
    async handle(context) {
      const known = context as HandlerContext<C> & L;
      for (const require of requires) await require(known);
      return toAnswered(await run(known));
    },
  };
}
