import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { ITEMS_PER_CONTRIBUTOR } from '../../shared/limits.ts';
import { releaseItem, reserveContributor, reserveItem } from '../events/events.service.ts';
import { ContributorModel } from './media.model.ts';

/** What tells one contributor from another without an account: the address where one was given, the name otherwise. */
export function contributorKey(contributor: { name: string; email?: string | null | undefined }): string {
  const given = contributor.email || contributor.name;
  return given.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/**
 * Reserves room for one clip: in the event, among its contributors, and for this contributor. LIMIT_REACHED names the limit.
 * What was reserved before a refusal is given back.
 */
export async function reservePlace(eventId: string, key: string, name: string): Promise<void> {
  await reserveItem(eventId);
  try {
    await ensureContributor(eventId, key, name);
    const done = await ContributorModel.updateOne(
      { eventId, key, items: { $lt: ITEMS_PER_CONTRIBUTOR } },
      { $inc: { items: 1 } },
    );
    if (done.modifiedCount === 0) {
      throw new AppError('LIMIT_REACHED', {
        message: `You have sent ${ITEMS_PER_CONTRIBUTOR} already, which is all we can take from one person. Withdraw one to send another.`,
      });
    }
  } catch (error) {
    await releaseItem(eventId);
    throw error;
  }
}

/** Gives a place back when a clip was withdrawn or never came to be. */
export async function releasePlace(eventId: string, key: string): Promise<void> {
  await ContributorModel.updateOne({ eventId, key, items: { $gt: 0 } }, { $inc: { items: -1 } });
  await releaseItem(eventId);
}

async function ensureContributor(eventId: string, key: string, name: string): Promise<void> {
  if (await ContributorModel.exists({ eventId, key })) return;
  await reserveContributor(eventId);
  try {
    await ContributorModel.create({ eventId, key, name });
  } catch (error) {
    // Another request of the same person was first; one place too many is counted, never one too few.
    if (!isDuplicateKey(error)) throw error;
  }
}
