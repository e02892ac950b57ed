import { platform } from '../../platform/platform.ts';
import { type MakersNews, makersNews } from './domain-events.ts';
import type { EventRecord } from './find-events.service.ts';

/** Ids of the users who look after an event; empty for a draft and an orphaned event. */
export function makersOf({ creatorId, organiserIds }: Pick<EventRecord, 'creatorId' | 'organiserIds'>): string[] {
  return [...new Set([...(creatorId ? [creatorId] : []), ...organiserIds])];
}

/** Tells the people who look after an event. Never throws: what it is about has happened. */
export async function tellNews(news: MakersNews): Promise<void> {
  for (const err of await makersNews.emit(news)) {
    platform().log.error({ err, eventId: news.eventId, type: news.type }, 'news could not be told');
  }
}
