import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { actionDone } from '../../platform/http/action-notes.ts';
import { hostOf } from '../../shared/byline.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { titleOf } from '../events/event-facts.service.ts';
import { joinOrganisers } from '../events/event-organisers.service.ts';
import { isAway } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { tellNews } from '../events/makers-news.service.ts';
import { refusedAsRecipient } from '../guests/surprise-guard.service.ts';
import { tell } from './organisers.service.ts';
import { OrganisingModel, type StoredOrganising } from './organising.model.ts';
import { isOver, organisingOf } from './organising-links.ts';

/** What an invitation's page shows. */
export interface AskedToOrganise {
  title: string;
  /** First name of the event's creator; may be empty. */
  from: string;
  email: string;
  occasion: EventRecord['occasion'];
  /** Where it goes for who has accepted it already. */
  uuid: string | null;
}

/**
 * What a mailed link asks. NOT_FOUND for a wrong or removed one, TOKEN_EXPIRED, TOKEN_USED by another account; a
 * recipient who is signed in gets NOT_FOUND, so that the surprise is kept.
 */
export async function readOrganising(token: string, user: ViewerUser | null): Promise<AskedToOrganise> {
  const { invited, event } = await openLink(token, user);
  return {
    title: titleOf(event),
    from: hostOf(event) ?? '',
    email: invited.email ?? '',
    occasion: event.occasion,
    uuid: invited.userId && event.organiserIds.includes(String(invited.userId)) ? event.uuid : null,
  };
}

/** Makes the user an organiser. Errors as above; DUPLICATE for the creator, LIMIT_REACHED. Idempotent. */
export async function acceptOrganising(token: string, user: ViewerUser): Promise<{ eventId: string; uuid: string }> {
  const { invited, event } = await openLink(token, user);
  if (event.creatorId === user.id) {
    throw new AppError('DUPLICATE', { message: 'This VidDay is your own already.' });
  }
  const isNew = !event.organiserIds.includes(user.id);
  const userId = new Types.ObjectId(user.id);
  const claimed = await OrganisingModel.updateOne(
    { _id: invited._id, nonce: invited.nonce, userId: { $in: [null, userId] } },
    { $set: { userId, email: null, acceptedAt: invited.acceptedAt ?? new Date() } },
  );
  if (claimed.matchedCount === 0) throw used();
  if (!(await joinOrganisers(event, user.id))) {
    await giveBack(invited, userId);
    throw new AppError('LIMIT_REACHED', { message: 'This VidDay takes no more organisers right now.' });
  }
  tell(event, user.id);
  if (isNew) {
    const by = { userId: user.id };
    const facts = { names: [user.firstName ?? ''] };
    await tellNews({ eventId: event.id, type: 'organiserAdded', key: user.id, facts, by });
  }
  if (isNew) await actionDone.emit({ subject: event.id, what: 'joined', about: '', user, isImpersonated: false });
  return { eventId: event.id, uuid: event.uuid };
}

/** An invitation stays on the list, and its link works once there is room; one that was asked for meanwhile replaces it. */
async function giveBack(
  { _id, userId: by, email, acceptedAt }: StoredOrganising,
  userId: Types.ObjectId,
): Promise<void> {
  try {
    await OrganisingModel.updateOne({ _id, userId }, { $set: { userId: by, email, acceptedAt } });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await OrganisingModel.deleteOne({ _id, userId });
  }
}

async function openLink(
  token: string,
  user: ViewerUser | null,
): Promise<{ invited: StoredOrganising; event: EventRecord }> {
  const invited = await organisingOf(token);
  const event = invited && (await findEvent(String(invited.eventId)));
  if (!invited || !event || isAway(event) || (user && refusedAsRecipient(event, user))) throw gone();
  if (invited.userId && String(invited.userId) !== user?.id) throw used();
  if (!invited.userId && isOver(invited)) {
    throw new AppError('TOKEN_EXPIRED', { message: 'This link was good for two weeks. Ask for a new one.' });
  }
  return { invited, event };
}

function gone(): AppError {
  return new AppError('NOT_FOUND', { message: 'This link doesn’t work any more. Ask for a new one.' });
}

function used(): AppError {
  return new AppError('TOKEN_USED', { message: 'Somebody has used this link already. Ask for one of your own.' });
}
