import { part } from '../../platform/part.ts';
import type { PublishedMedia } from '../../shared/contracts/films.ts';
import type { Media } from '../../shared/contracts/media.ts';
import type { EventRecord } from './find-events.service.ts';

/* What an event's answer shows of features to its right, which provide it in their manifests. */

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

export interface EventClips {
  summaries(eventIds: string[]): Promise<Map<string, MediaSummary>>;
  /** The clips of one event as its makers see them, and what they come to. */
  mediaOf(eventId: string, order: string[]): Promise<{ media: Media[]; summary: MediaSummary }>;
}

/** How the current film compares with the timeline; both false without a film. */
export interface FilmCheck {
  /** The timeline has changed since the film was made. */
  isOutdated: boolean;
  /** The film shows a clip that its contributor has withdrawn. */
  holdsWithdrawn: boolean;
}

export interface EventFilms {
  /** @param scope `own` for makers, whose addresses open the film at any time */
  films(filmIds: string[], scope: 'own' | 'seen'): Promise<Map<string, PublishedMedia>>;
  checkFilm(event: EventRecord): Promise<FilmCheck>;
  /** Cents to pay before the current film may be given or saved; 0 without a film. */
  filmDue(event: EventRecord): Promise<number>;
}

/** What an event without clips comes to. */
export const NO_CLIPS: MediaSummary = { media: 0, contributors: 0, length: 0, firstNames: [], posters: [] };

export const eventClips = part<EventClips>('clips of events');
export const eventFilms = part<EventFilms>('films of events');
