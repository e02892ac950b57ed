import type { ContractShape } from '../../shared/contract.ts';
import type { AccessRule, Requirement } from './access-rules.ts';
import { type ActionNote, actionDone } from './action-notes.ts';
import { type Answer, type HandlerContext, type Route, toAnswered, type WithOutcome } from './route.ts';

/** A typed route, so that `form` in `forms.ts` can reuse it. */
export interface Action<C extends ContractShape, O> extends Route {
  contract: C;
  /** For inference only. */
  readonly outcome?: O;
}

type Returned<C extends ContractShape, O> = Answer<C> | WithOutcome<Answer<C>, O>;

export interface ActionDefinition<C extends ContractShape, L extends object, O> {
  /** Decides access and loads what the action needs; its word must match the contract's. */
  access: AccessRule<C['access'], HandlerContext<C>, L>;
  /** Further conditions, checked in order after access, for API calls and forms alike. */
  requires?: readonly Requirement<NoInfer<HandlerContext<C> & L>>[];
  /** Returns `data`, `withBeside(data, {...})`, or either wrapped in `withOutcome`. */
  run: (context: HandlerContext<C> & NoInfer<L>) => Promise<Returned<C, O>> | Returned<C, O>;
  /** What to tell about it once it has run, from what was known before; null for nothing. */
  noted?: (context: HandlerContext<C> & NoInfer<L>) => ActionNote | null;
  /** Checks the origin of a GET and refuses navigation: for the few GETs that change state. */
  checkOrigin?: boolean;
}

/** Defines a user action once: access, conditions and work. Mounted by `mountRoutes`. */
export function action<const C extends ContractShape, L extends object, O = undefined>(
  contract: C,
  { access, requires = [], run, noted, checkOrigin = false }: ActionDefinition<C, L, O>,
): Action<C, O> {
  return {
    contract,
    checkOrigin,
    admit: (visit) => access.admit?.(visit),
    load: async (context) => access.load(context as HandlerContext<C>),
    async handle(context) {
      const known = context as HandlerContext<C> & L;
      for (const require of requires) await require(known);
      const answered = toAnswered(await run(known));
      const note = noted?.(known);
      if (note) await tell(note, known);
      return answered;
    },
  };
}

/** Failures are logged: the action itself has succeeded. */
async function tell(note: ActionNote, { viewer, log }: Pick<HandlerContext<ContractShape>, 'viewer' | 'log'>) {
  const { user, isImpersonated } = viewer;
  for (const err of await actionDone.emit({ ...note, user, isImpersonated })) log.error({ err }, 'a note was lost');
}
