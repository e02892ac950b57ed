import { kindOfKey } from '../../shared/keys.ts';
import type { AuditQuestion } from '../audit/audit.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { userIdOf } from '../users/user-addresses.service.ts';

/** Nobody's, so that a filter that names nobody finds nothing. */
const NOBODY = '0'.repeat(24);

/** The filter of the log's page: `who` and `of` are addresses or ids, `event` an id or uuid, `action` a name. */
export async function auditFilter({
  who,
  of,
  event,
  action,
}: Readonly<Record<string, string | undefined>>): Promise<Omit<AuditQuestion, 'limit' | 'cursor'>> {
  const [actorId, subjectId, eventId] = await Promise.all([userOf(who), userOf(of), eventOf(event)]);
  return {
    ...(actorId && { actorId }),
    ...(subjectId && { subjectId }),
    ...(eventId && { eventId }),
    ...(action && /^[a-z.-]{1,80}$/.test(action) && { action }),
  };
}

async function userOf(text = ''): Promise<string | null> {
  const given = text.trim().toLowerCase();
  if (!given) return null;
  return kindOfKey(given) === 'id' ? given : ((await userIdOf(given)) ?? NOBODY);
}

async function eventOf(text = ''): Promise<string | null> {
  const given = text.trim();
  if (!given) return null;
  return (await findEvent(given))?.id ?? (kindOfKey(given) === 'id' ? given : NOBODY);
}
