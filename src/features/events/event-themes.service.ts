import type { ClipTransition } from '../../shared/clip-transitions.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { tellMakers } from './event-sockets.service.ts';
import { askForTitles } from './film-titles.service.ts';
import { askForTransitions } from './film-transitions.service.ts';
import { findEvents } from './find-events.service.ts';

const QUIET = { timestamps: false };
/** States in which nobody has a studio open. */
const PUT_AWAY: readonly StoredEvent['status'][] = ['deleted', 'archived'];

/** Those of the themes that at least one event has. */
export async function chosenThemes(themeIds: readonly string[]): Promise<Set<string>> {
  if (themeIds.length === 0) return new Set();
  const chosen = await EventModel.distinct('themeId', { themeId: { $in: [...themeIds], $type: 'string' } });
  return new Set(chosen.filter((id) => id !== null));
}

/** Gives the events that chose some themes back the paper of their occasion; does not count as a change of these. Idempotent. */
export async function dropThemes(themeIds: readonly string[]): Promise<void> {
  if (themeIds.length === 0) return;
  const chosen = { $in: [...themeIds], $type: 'string' as const };
  const events = await EventModel.find({ themeId: chosen }, { _id: 1 }).lean<Pick<StoredEvent, '_id'>[]>();
  const none = { themeId: null, themeTransition: null, hasOwnTheme: false };
  for (const { _id } of events) {
    const changed = await EventModel.updateOne({ _id, themeId: chosen }, { $set: none }, QUIET);
    if (changed.modifiedCount === 0) continue;
    await askForTitles(String(_id));
    tellMakers(String(_id));
  }
}

/**
 * Gives the events that have a theme its transition; one that their makers chose stays. Does not count as a change of
 * these. After a crash their makers may not hear of it, and its parts are made when the film is published.
 */
export async function followTransition(themeId: string, transition: ClipTransition): Promise<void> {
  const chosen = { themeId: { $eq: themeId, $type: 'string' as const }, themeTransition: { $ne: transition } };
  const found = await EventModel.find(chosen, { hasOwnTheme: 1, transition: 1, status: 1 }).lean<
    Pick<StoredEvent, '_id' | 'hasOwnTheme' | 'transition' | 'status'>[]
  >();
  const _id = { $in: found.map((event) => event._id) };
  await EventModel.updateMany({ ...chosen, _id }, { $set: { themeTransition: transition } }, QUIET);
  const isSeen = ({ transition: own, status }: (typeof found)[number]) => !own && !PUT_AWAY.includes(status);
  for (const event of found.filter(isSeen)) tellMakers(String(event._id));
  // A theme of the site may be that of thousands of films: theirs are made when these are published.
  const own = found.filter(({ hasOwnTheme }) => hasOwnTheme).map((event) => String(event._id));
  for (const event of await findEvents(own)) await askForTransitions(event);
}
