import type { PublishedMedia } from '../../shared/contracts/films.ts';
import type { Media } from '../../shared/contracts/media.ts';
import type { StoredEvent } from './event.model.ts';

/** What the clips of an event come to. */
export interface MediaSummary {
  media: number;
  contributors: number;
  /** Seconds that the visible, ready clips last in the film. */
  length: number;
  firstNames: string[];
  /** Addresses of up to three pictures of its newest clips, for its makers. */
  posters: string[];
}

/**
 * What an event's answer shows of features to its right. They provide it at start, so that `events` imports none of them.
 */
export interface EventParts {
  summaries(eventIds: string[]): Promise<Map<string, MediaSummary>>;
  /** The clips of one event as its makers see them, and what they come to. */
  mediaOf(eventId: string, order: string[]): Promise<{ media: Media[]; summary: MediaSummary }>;
  /** @param scope `own` for makers, whose addresses open the film at any time */
  films(filmIds: string[], scope: 'own' | 'seen'): Promise<Map<string, PublishedMedia>>;
  checkFilm(event: StoredEvent): Promise<FilmCheck>;
  /** Cents to pay before the current film may be given or saved; 0 without a film. */
  filmDue(event: StoredEvent): Promise<number>;
}

/** How the current film compares with the timeline; both false without a film. */
export interface FilmCheck {
  /** The timeline has changed since the film was made. */
  isOutdated: boolean;
  /** The film shows a clip that its contributor has withdrawn. */
  holdsWithdrawn: boolean;
}

export const NO_CLIPS: MediaSummary = { media: 0, contributors: 0, length: 0, firstNames: [], posters: [] };

const EMPTY: EventParts = {
  summaries: async () => new Map(),
  mediaOf: async () => ({ media: [], summary: NO_CLIPS }),
  films: async () => new Map(),
  checkFilm: async () => ({ isOutdated: false, holdsWithdrawn: false }),
  filmDue: async () => 0,
};

let parts: EventParts = EMPTY;

export function provideEventParts(provided: Partial<EventParts>): void {
  parts = { ...parts, ...provided };
}

export function eventParts(): EventParts {
  return parts;
}
