import { AppError } from '../../platform/errors.ts';
import { TRANSITIONS, type Transition } from '../../shared/contracts/themes.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import type { StoredTheme } from './theme.model.ts';

/** Whether everybody sees a theme. */
export function isOpen({ isPublic, deletedAt }: StoredTheme): boolean {
  return isPublic && !deletedAt;
}

/** Its owner and staff. */
export function mayChange({ ownerId }: StoredTheme, user: ViewerUser | null): boolean {
  return user !== null && (may(siteRoles(user), 'theme.edit') || (ownerId !== null && String(ownerId) === user.id));
}

/** The transition between clips that a theme asks for. */
export function transitionOf({ scenes }: { scenes: readonly { kind: string; transition: string }[] }): Transition {
  const asked = scenes.find(({ kind }) => kind === 'clip')?.transition;
  return TRANSITIONS.find((each) => each === asked) ?? 'fade';
}

export function noSuchTheme(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such theme.' });
}
