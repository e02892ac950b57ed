import { isMaker, type Roles } from '../../shared/roles.ts';
import { EDIT } from '../../shared/studio-limits.ts';
import type { Viewer } from '../../shared/viewer.ts';

/** Name of staff in a clip's history. */
const STAFF = 'VidDay';

/**
 * Part of an update that adds a change by an organiser or staff to a clip's history; nothing for others.
 * @param what changed fields, those of the edit by themselves
 */
export function rememberChange(what: readonly string[], { user }: Viewer, roles: Roles) {
  const isMakers = roles.some(isMaker);
  const isStaff = roles.some((role) => role === 'editor' || role === 'admin');
  if (what.length === 0 || (!isMakers && !isStaff)) return {};
  const name = user ? `${user.firstName} ${user.lastName}`.trim() : '';
  const change = {
    at: new Date(),
    by: isMakers ? name : STAFF,
    userId: isMakers ? (user?.id ?? null) : null,
    what: [...what],
  };
  return { $push: { history: { $each: [change], $slice: -EDIT.history } } };
}
