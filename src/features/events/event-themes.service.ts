import type { ClipTransition } from '../../shared/clip-transitions.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { tellMakers } from './event-sockets.service.ts';
import { askForTitles } from './film-titles.service.ts';

/** Those of the themes that at least one event has. */
export async function chosenThemes(themeIds: readonly string[]): Promise<Set<string>> {
  if (themeIds.length === 0) return new Set();
  const chosen = await EventModel.distinct('themeId', { themeId: { $in: [...themeIds], $type: 'string' } });
  return new Set(chosen.filter((id) => id !== null));
}

/** Gives the events that chose some themes back the paper of their occasion. Idempotent. */
export async function dropThemes(themeIds: readonly string[]): Promise<void> {
  if (themeIds.length === 0) return;
  const chosen = { $in: [...themeIds], $type: 'string' as const };
  const events = await EventModel.find({ themeId: chosen }, { _id: 1 }).lean<Pick<StoredEvent, '_id'>[]>();
  const none = { themeId: null, themeTransition: null, hasOwnTheme: false };
  for (const { _id } of events) {
    const changed = await EventModel.updateOne({ _id, themeId: chosen }, { $set: none });
    if (changed.modifiedCount === 0) continue;
    await askForTitles(String(_id));
    tellMakers(String(_id));
  }
}

/** Gives the events that have a theme its transition; one that their makers chose stays. Idempotent. */
export async function followTransition(themeId: string, transition: ClipTransition): Promise<void> {
  const chosen = { $eq: themeId, $type: 'string' as const };
  await EventModel.updateMany(
    { themeId: chosen, themeTransition: { $ne: transition } },
    { $set: { themeTransition: transition } },
  );
}
