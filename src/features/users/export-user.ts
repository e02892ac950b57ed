import type { ExportSection } from '../../platform/manifest/personal-data.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { toUserDto } from './user-record.service.ts';
import { findUser } from './users.service.ts';

/** Lines of the audit log that somebody is told, the newest. */
const LINES = 5000;

/** What is kept of a user's account itself, and what was done to it. */
export const userSections: Readonly<Record<string, ExportSection>> = { account: accountOf, history: historyOf };

async function accountOf(userId: string): Promise<unknown> {
  const user = await findUser(userId);
  if (!user) return null;
  const { verifiedAt, passwordChangedAt, pendingEmail, deletionDueAt } = user;
  const { verified: _verified, ...known } = toUserDto(user);
  return { ...known, verifiedAt, passwordChangedAt, pendingEmail: pendingEmail?.email ?? null, deletionDueAt };
}

/** Who on our side did something is theirs to keep; that it was us is not. */
async function historyOf(userId: string): Promise<unknown[]> {
  const lines = await auditAbout(userId, LINES);
  return lines.map(({ at, action, actorId, network, details }) => {
    const by = actorId === userId ? 'you' : actorId === null ? 'nobody in particular' : 'our staff';
    return { at, action, by, network: actorId === userId ? network : null, details };
  });
}
