import { AppError } from '../../platform/errors.ts';
import type { MailGroup } from '../../shared/rsvp-values.ts';
import { requireChangeable } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { requireConfirmedSender } from '../events/mails-to-others.service.ts';
import { addGuests } from './add-guests.service.ts';
import { type MailNudge, requireFitWords, sendNudge } from './nudge.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';
import { unlistedContributors } from './unlisted-contributors.service.ts';

interface Several extends MailNudge {
  to: MailGroup | readonly string[];
}
export interface MailedSeveral {
  queued: number;
  skipped: { id: string; why: string }[];
}

/**
 * Mails several guests, each under the rules of a nudge: no second one in a day, in the day's hours, within the limits.
 * Those that can't get it are named with the reason. NOT_SIGNED_IN, ADDRESS_UNCONFIRMED; FIELDS_REFUSED for words that
 * can't go to anybody.
 */
export async function mailSeveral(
  event: EventRecord,
  { to, ...mail }: Several,
  viewerId: string | undefined,
): Promise<MailedSeveral> {
  requireChangeable(event);
  const sender = await requireConfirmedSender(event, viewerId);
  await requireFitWords(mail, event, sender);
  if (to === 'all' || to === 'sent') await listContributors(event);
  const result: MailedSeveral = { queued: 0, skipped: [] };
  const guests = await chosen(event, to);
  if (typeof to !== 'string') result.skipped.push(...gone(to, guests));
  for (const guest of guests) {
    const why = whyNot(guest, to);
    if (why) result.skipped.push({ id: String(guest._id), why });
    else await send(guest, event, mail, viewerId, result);
  }
  return result;
}

async function send(
  guest: StoredRsvp,
  event: EventRecord,
  mail: MailNudge,
  viewerId: string | undefined,
  result: MailedSeveral,
): Promise<void> {
  try {
    await sendNudge({ guest, event }, { ...mail, via: 'mail' }, viewerId);
    result.queued++;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    result.skipped.push({ id: String(guest._id), why: error.message });
  }
}

function chosen(event: EventRecord, to: MailGroup | readonly string[]): Promise<StoredRsvp[]> {
  const isIn = { status: 'contributed' as const };
  const wanted =
    to === 'all'
      ? {}
      : to === 'sent'
        ? isIn
        : to === 'missing'
          ? { status: { $ne: isIn.status } }
          : { _id: { $in: to } };
  return RsvpModel.find({ ...wanted, eventId: event.id })
    .sort({ _id: 1 })
    .lean<StoredRsvp[]>();
}

/** Those that another organiser has removed meanwhile. */
function gone(ids: readonly string[], guests: readonly StoredRsvp[]): MailedSeveral['skipped'] {
  const there = new Set(guests.map(({ _id }) => String(_id)));
  return ids.filter((id) => !there.has(id)).map((id) => ({ id, why: 'They aren’t on the list any more.' }));
}

/** Chosen one by one, even a guest who said no is asked. */
function whyNot({ firstName, status }: StoredRsvp, to: MailGroup | readonly string[]): string | null {
  return typeof to === 'string' && status === 'no' ? `${firstName} said they can’t.` : null;
}

/** Puts people on the list who sent a clip with an address; those who don't fit stay out. */
async function listContributors(event: EventRecord): Promise<void> {
  for (const { name, email } of await unlistedContributors(event)) {
    try {
      await addGuests(event, [{ firstName: name, email }]);
    } catch (error) {
      // Their own address twice, a recipient's, or a full list.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    }
  }
}
