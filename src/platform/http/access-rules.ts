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
 * Who may use an address. It decides once and returns what it loaded for that, which the work receives.
 * `Word` is what a contract calls it, `Input` what it reads of the request, `Loaded` what it hands on.
 */
export interface AccessRule<Word extends string, Input, Loaded extends object> {
  readonly word: Word;
  /** What the session alone decides; runs before anything is parsed. Throws NOT_SIGNED_IN or NOT_ALLOWED. */
  readonly admit?: (visit: Visit) => void;
  /** Throws NOT_FOUND where the viewer may not know of the thing, NOT_SIGNED_IN, NOT_ALLOWED. */
  readonly load: (input: Input) => Promise<Loaded> | Loaded;
}

/** One more condition after access, such as a recent sign-in. Throws where it is not met. */
export type Requirement<Context> = (context: Context) => Promise<void> | void;

export type Nothing = Record<never, never>;

/** No session needed. What a token or key opens is decided by the work itself. */
export const anyone: AccessRule<'anyone', unknown, Nothing> = { word: 'anyone', load: () => ({}) };

interface Visited {
  viewer: Viewer;
}

/** Anybody with a session; hands on who it is. */
export const signedInUser: AccessRule<'signed-in', Visited, { user: ViewerUser }> = {
  word: 'signed-in',
  admit: ({ viewer }) => void signedIn(viewer),
  load: ({ viewer }) => ({ user: signedIn(viewer) }),
};

/** Staff whose role may; hands on who it is. For what is at no event. */
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
