import type { ViewerUser } from '../../shared/viewer.ts';
import { type AuditEntry, recordAudit } from '../audit/audit.service.ts';
import { pageUrl, sendAccountMail } from './account-mails.service.ts';

/** The owner of an account whose credentials change. */
export type Guarded = Pick<ViewerUser, 'id' | 'email' | 'firstName' | 'waitingRole'>;

/** Records a change of credentials and mails the owner. `what` is a whole sentence. */
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
