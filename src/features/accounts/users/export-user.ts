import type { ExportSection } from '../../personal-data.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { listIdentities } from '../identities/identities.service.ts';
import { pictureAsData } from '../profiles/pictures.service.ts';
import { getProfile } from '../profiles/profiles.service.ts';
import { listSignIns } from '../sessions/sign-ins.service.ts';
import { listPasskeys } from '../two-factor/passkeys.service.ts';
import { secondFactorState } from '../two-factor/second-factor.service.ts';
import { type StoredUser, UserModel } from './user.model.ts';
import { toUserDto } from './user-record.service.ts';

/** Lines of the audit log that somebody is told, the newest. */
const LINES = 5000;

/** What accounts themselves keep of a person. */
export const accountSections: Readonly<Record<string, ExportSection>> = {
  account: accountOf,
  // The picture itself: its addresses run out, and open it to whoever has them.
  profile: async (userId) => ({ ...(await getProfile(userId)), picture: await pictureAsData(userId) }),
  waysIn: async (userId) => ({
    secondFactor: await secondFactorState(userId),
    identities: await listIdentities(userId),
    passkeys: await listPasskeys(userId),
  }),
  signIns: async (userId) => {
    const signIns = await listSignIns(userId, undefined);
    return signIns.map(({ isCurrent: _isCurrent, ...known }) => known);
  },
  history: historyOf,
};

async function accountOf(userId: string): Promise<unknown> {
  const user = await UserModel.findById(userId).lean<StoredUser>();
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
