import type { ViewerUser } from '../../shared/viewer.ts';
import { type AuditEntry, recordAudit } from '../audit/audit.service.ts';
import { pageUrl, sendAccountMail } from './account-mails.service.ts';

/** Whose account it is, as far as what guards it has to know of them. */
export type Guarded = Pick<ViewerUser, 'id' | 'email' | 'firstName' | 'waitingRole'>;

/** Writes a change of what guards an account down, and mails its owner. `what` is a whole sentence. */
export async function tellOfChange(
  user: Guarded,
  action: AuditEntry['action'],
  what: string,
  ip: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await recordAudit({ actorId: user.id, subjectId: user.id, action, ip, details });
  const values = { firstName: user.firstName, what, url: pageUrl('/settings/profile') };
  await sendAccountMail('second-factor-changed', user.email, values);
}
