import type { Request } from 'express';
import { may, type Permission } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import { AppError } from '../errors.ts';
import { refusalOf, signedIn } from './access.ts';

/** What is known of a request before its body is read. */
export interface Visit {
  viewer: Viewer;
  req: Request;
  isOperator: () => boolean;
}

/**
 * Decides access and returns the records it loaded for that.
 * @template Word its name in contracts
 * @template Input the part of the request it reads
 * @template Loaded what it adds to the context
 */
export interface AccessRule<Word extends string, Input, Loaded extends object> {
  readonly word: Word;
  /** The part decided by the session alone; runs before parsing. Throws NOT_SIGNED_IN or NOT_ALLOWED. */
  readonly admit?: (visit: Visit) => void;
  /** Throws NOT_SIGNED_IN, NOT_ALLOWED, or NOT_FOUND where existence must stay hidden. */
  readonly load: (input: Input) => Promise<Loaded> | Loaded;
}

/** A further condition after access, such as a recent sign-in. Throws when it is not met. */
export type Requirement<Context> = (context: Context) => Promise<void> | void;

export type Nothing = Record<never, never>;

/** No session needed; tokens and keys are checked by the action itself. */
export const anyone: AccessRule<'anyone', unknown, Nothing> = { word: 'anyone', load: () => ({}) };

interface Visited {
  viewer: Viewer;
}

/** Any signed-in user; adds `user` to the context. */
export const signedInUser: AccessRule<'signed-in', Visited, { user: ViewerUser }> = {
  word: 'signed-in',
  admit: ({ viewer }) => void signedIn(viewer),
  load: ({ viewer }) => ({ user: signedIn(viewer) }),
};

/** Staff with a permission that concerns no event; adds `user` to the context. */
export function staffWho<P extends Permission>(permission: P): AccessRule<P, Visited, { user: ViewerUser }> {
  return {
    word: permission,
    admit({ viewer }) {
      if (!may(siteRoles(signedIn(viewer)), permission)) throw refusalOf(viewer.user, permission);
    },
    load: ({ viewer }) => ({ user: signedIn(viewer) }),
  };
}

export const operatorOnly: AccessRule<'operator', unknown, Nothing> = {
  word: 'operator',
  admit({ isOperator }) {
    if (!isOperator()) throw new AppError('NOT_ALLOWED', { message: 'This is for operators only.' });
  },
  load: () => ({}),
};
