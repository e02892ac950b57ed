import type { ExportSection } from '../../platform/manifest/personal-data.ts';
import type { AuditLine } from '../../shared/contracts/audit.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { toUserDto } from './user-record.service.ts';
import { findUser } from './users.service.ts';

/** Lines of the audit log in an export, newest first. */
const LINES = 5000;

/** The account itself and its history. */
export const userSections: Readonly<Record<string, ExportSection>> = { account: accountOf, history: historyOf };

async function accountOf(userId: string): Promise<unknown> {
  const user = await findUser(userId);
  if (!user) return null;
  const { verifiedAt, passwordChangedAt, pendingEmail, deletionDueAt } = user;
  const { verified: _verified, ...known } = toUserDto(user);
  return { ...known, verifiedAt, passwordChangedAt, pendingEmail: pendingEmail?.email ?? null, deletionDueAt };
}

/** Names and words of staff are not disclosed. */
async function historyOf(userId: string): Promise<unknown[]> {
  const lines = await auditAbout(userId, LINES);
  return lines.map((line) => {
    const { at, action, actorId, network } = line;
    const by = actorId === userId ? 'you' : actorId === null ? 'nobody in particular' : 'our staff';
    return { at, action, by, network: actorId === userId ? network : null, details: shownOf(line, userId) };
  });
}

/** Without the note that staff write for one another; `why` was mailed. A hand-over is of somebody else’s chat. */
function shownOf({ action, actorId, details }: AuditLine, userId: string): AuditLine['details'] {
  if (action === 'chat.handed-over') return {};
  const { note: _note, ...shown } = details;
  return actorId === userId ? details : shown;
}
