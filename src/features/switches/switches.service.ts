import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { SiteSwitch } from '../../shared/contracts/switches.ts';
import { isKeyOf } from '../../shared/known-values.ts';
import { type Audience, SWITCH_NAMES, SWITCHES, type SwitchName } from '../../shared/switches.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { findUserByEmail, getUsers } from '../users/users.service.ts';
import { type StoredSwitch, SwitchModel } from './switch.model.ts';
import { placeOf, switchBoard } from './switch-board.ts';

/**
 * Whether a feature is on for an account. Costs a query only while it is for staff.
 * @param accountId of who made the VidDay, or asks; null, nobody yet: on only if it is on for everybody
 */
export async function isOn(name: SwitchName, accountId: string | null): Promise<boolean> {
  const found = switchBoard().read(name);
  if (!found || found.audience === 'everybody') return true;
  if (found.audience === 'nobody' || accountId === null) return false;
  if (found.audience === 'share') return placeOf(name, accountId) < found.share;
  if (found.audience === 'accounts') return found.accountIds.some((id) => String(id) === accountId);
  const [user] = await getUsers([accountId]);
  return user !== undefined && user.role !== 'user';
}

/** PROVIDER_DOWN with these words while a feature is off for an account. */
export async function requireOn(name: SwitchName, accountId: string | null, message: string): Promise<void> {
  if (!(await isOn(name, accountId))) throw new AppError('PROVIDER_DOWN', { message, details: { retryAfter: 300 } });
}

/** All switches, in the order of their list. */
export async function listSwitches(): Promise<SiteSwitch[]> {
  const found = await SwitchModel.find({ _id: { $in: [...SWITCH_NAMES] } }).lean<StoredSwitch[]>();
  const users = await getUsers(found.flatMap((each) => [...each.accountIds, each.changedBy]).map(String));
  const user = (id: Types.ObjectId) => users.find((each) => each.id === String(id));
  return SWITCH_NAMES.map((name) => {
    const stored = found.find(({ _id }) => _id === name);
    if (!stored) {
      return { name, audience: 'everybody', share: 10, accounts: [], changedBy: null, changedAt: null, why: '' };
    }
    const { audience, share, accountIds, changedBy, changedAt, why } = stored;
    const staff = user(changedBy);
    return {
      name,
      audience,
      share,
      accounts: accountIds.flatMap((id) => user(id)?.email ?? []),
      changedBy: staff ? staff.firstName || staff.email : 'somebody who left',
      changedAt: changedAt.toISOString(),
      why,
    };
  });
}

/** Changes the audience of a switch, once it is in the audit log. NOT_FOUND; FIELDS_REFUSED for addresses without an account. */
export async function changeSwitch(
  name: string,
  asked: { audience: Audience; share: number; accounts: readonly string[]; why: string },
  { id: staffId, ip }: { id: string; ip: string },
): Promise<SiteSwitch> {
  if (!isKeyOf(SWITCHES, name)) throw new AppError('NOT_FOUND', { message: 'There is no such switch.' });
  const { audience, share, why } = asked;
  const accountIds = audience === 'accounts' ? await idsOf(asked.accounts) : [];
  const before = await SwitchModel.findById(name).lean<StoredSwitch>();
  await requireAudit({
    actorId: staffId,
    subjectId: null,
    action: 'switch.changed',
    ip,
    details: {
      switch: name,
      before: briefly(before ?? { audience: 'everybody', share: 0, accountIds: [] }),
      after: briefly({ audience, share, accountIds }),
      note: why,
    },
  });
  const changed = { audience, share, accountIds, changedBy: new Types.ObjectId(staffId), changedAt: new Date(), why };
  await SwitchModel.updateOne({ _id: name }, { $set: changed }, { upsert: true });
  await switchBoard().reload();
  platform().sockets.emitToStaff('desk:changed', { what: 'switches' });
  const now = (await listSwitches()).find((each) => each.name === name);
  if (!now) throw new Error(`There is no switch ${name}`);
  return now;
}

/** For the log: `share 10 %`, `accounts 3`. */
function briefly({ audience, share, accountIds }: Pick<StoredSwitch, 'audience' | 'share' | 'accountIds'>): string {
  if (audience === 'share') return `share ${share} %`;
  return audience === 'accounts' ? `accounts ${accountIds.length}` : audience;
}

async function idsOf(addresses: readonly string[]): Promise<Types.ObjectId[]> {
  const found = await Promise.all(addresses.map((email) => findUserByEmail(email)));
  const missing = addresses.filter((_, i) => !found[i]);
  if (missing.length > 0) throw refused(`Nobody has an account with ${missing.join(', ')}.`);
  if (found.length === 0) throw refused('Name at least one account.');
  return found.flatMap((user) => (user ? [new Types.ObjectId(user.id)] : []));
}

function refused(message: string): AppError {
  return new AppError('FIELDS_REFUSED', { message, fields: { accounts: message } });
}

/** Takes a deleted account out of all lists. */
export async function forgetInSwitches(userId: string): Promise<void> {
  const accountIds = new Types.ObjectId(userId);
  await SwitchModel.updateMany({ _id: { $in: [...SWITCH_NAMES] }, accountIds }, { $pull: { accountIds } });
}
