import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import type { Organiser } from '../../shared/contracts/organisers.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { ORGANISERS_MAX } from '../../shared/limits.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { leaveOrganisers } from '../events/event-organisers.service.ts';
import { cutOffMakers, emitToEvent } from '../events/event-sockets.service.ts';
import { requireChangeable } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { requireConfirmedSender, senderIdOf, takeMail } from '../events/mails-to-others.service.ts';
import { refusedAsRecipient } from '../guests/surprise-guard.service.ts';
import { wantsMail } from '../profiles/mail-choices.service.ts';
import { getUsers } from '../users/users.service.ts';
import { OrganisingModel, type StoredOrganising } from './organising.model.ts';
import { organisingUrl } from './organising-links.ts';

/** The creator, then others in the order in which they were added, then open invitations. */
export async function listOrganisers(event: EventRecord): Promise<Organiser[]> {
  const [stored, users] = await Promise.all([
    OrganisingModel.find({ eventId: event.id }).sort({ _id: 1 }).lean<StoredOrganising[]>(),
    getUsers([event.creatorId ?? '', ...event.organiserIds]),
  ]);
  const active = [event.creatorId ?? '', ...event.organiserIds].flatMap((userId): Organiser[] => {
    const user = users.find(({ id }) => id === userId);
    if (!user) return [];
    const isCreator = userId === event.creatorId;
    const joinedAt = stored.find((each) => String(each.userId) === userId)?.acceptedAt ?? null;
    const addedAt = (isCreator ? event.createdAt : joinedAt)?.toISOString() ?? null;
    const name = `${user.firstName} ${user.lastName}`.trim();
    return [{ id: userId, userId, email: user.email, name, status: 'active', isCreator, addedAt }];
  });
  return [...active, ...stored.filter(({ userId }) => userId === null).map(toInvited)];
}

/**
 * Mails a link with which somebody can organise an event, too; asked again, another one, which ends the earlier.
 * FIELDS_REFUSED for a recipient's address, DUPLICATE for an organiser's, LIMIT_REACHED, NOT_SIGNED_IN for drafts,
 * ADDRESS_UNCONFIRMED, TOO_MANY_REQUESTS over the limits of mail, WRONG_STATE if they don't want such mail.
 */
export async function inviteOrganiser(
  event: EventRecord,
  email: string,
  viewer: ViewerUser | null,
): Promise<Organiser> {
  requireChangeable(event);
  const isRecipients = refusedAsRecipient(event, { email });
  if (isRecipients) {
    throw new AppError('FIELDS_REFUSED', { message: isRecipients.message, fields: { email: isRecipients.message } });
  }
  await requireConfirmedSender(event, viewer?.id);
  const known = await listOrganisers(event);
  if (known.some((each) => each.status === 'active' && each.email === email)) {
    throw new AppError('DUPLICATE', { message: 'They organise this VidDay already.' });
  }
  const isAgain = known.some((each) => each.email === email);
  if (!isAgain && known.length > ORGANISERS_MAX) {
    throw new AppError('LIMIT_REACHED', { message: `Up to ${ORGANISERS_MAX} people can organise it with you.` });
  }
  if (!(await wantsMail(email, 'invitations', senderIdOf(event)))) {
    throw new AppError('WRONG_STATE', { message: 'This person doesn’t want such emails. Ask them in person first.' });
  }
  if (!(await takeMail(event, email, 'gift'))) {
    throw new AppError('TOO_MANY_REQUESTS', { message: 'That’s all the email we can send for you today, or to them.' });
  }
  const invited = await store(event, email);
  await mailLink(event, invited, viewer);
  tell(event, null);
  return toInvited(invited);
}

/** Removes an organiser, or an open invitation. WRONG_STATE for the creator, NOT_FOUND for others. */
export async function removeOrganiser(event: EventRecord, id: string): Promise<Organiser> {
  const found = (await listOrganisers(event)).find((each) => each.id === id);
  if (!found) throw new AppError('NOT_FOUND', { message: 'They don’t organise this VidDay.' });
  if (found.isCreator) {
    throw new AppError('WRONG_STATE', { message: 'The person who made a VidDay stays its owner.' });
  }
  const user = new Types.ObjectId(id);
  await OrganisingModel.deleteMany({ eventId: event.id, $or: [{ _id: user }, { userId: user }] });
  if (found.userId) await leaveOrganisers(event, found.userId);
  // Their open tab asks whether they still are; after that its connection ends.
  tell(event, found.userId);
  if (found.userId) cutOffMakers(event.id);
  return found;
}

/** Tells the browsers of an event's makers, and of the person concerned. */
export function tell({ id: eventId }: Pick<EventRecord, 'id'>, userId: string | null): void {
  emitToEvent(eventId, 'creator', 'organiser:updated', { eventId, userId });
  if (userId) platform().sockets.emitToUser(userId, 'organiser:updated', { eventId, userId });
}

/** One invitation for each address, also when two ask at once. */
async function store(event: EventRecord, email: string): Promise<StoredOrganising> {
  const fields = { nonce: newUuid(), sentAt: new Date() };
  const one = { eventId: new Types.ObjectId(event.id), email };
  const upsert = () =>
    OrganisingModel.findOneAndUpdate(
      one,
      { $set: fields },
      { upsert: true, returnDocument: 'after' },
    ).lean<StoredOrganising>();
  try {
    return required(await upsert());
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return required(await upsert());
  }
}

async function mailLink(event: EventRecord, invited: StoredOrganising, viewer: ViewerUser | null): Promise<void> {
  const uniqueKey = `organising:${invited.nonce}`;
  const values = {
    from: viewer?.firstName || (event.creatorName ?? ''),
    recipients: event.recipients.map(({ firstName }) => firstName).join('\n'),
    tone: OCCASIONS[event.occasion].tone,
    url: organisingUrl(invited),
  };
  const to = invited.email ?? '';
  await platform().queue.enqueue(
    mailJobs.send,
    { key: uniqueKey, to, sender: senderIdOf(event), template: 'organising', occasion: event.occasion, values },
    { uniqueKey },
  );
}

function toInvited({ _id, email, sentAt }: StoredOrganising): Organiser {
  return {
    id: String(_id),
    userId: null,
    email: email ?? '',
    name: '',
    status: 'invited',
    isCreator: false,
    addedAt: sentAt.toISOString(),
  };
}

function required<T>(value: T | null): T {
  if (value === null) throw new Error('an invitation could not be stored');
  return value;
}
