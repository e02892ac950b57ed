import type { PipelineStage } from 'mongoose';
import { part } from '../../platform/part.ts';
import type { ClipTransition } from '../../shared/clip-transitions.ts';
import type { PublishedMedia } from '../../shared/contracts/films.ts';
import type { Media } from '../../shared/contracts/media.ts';
import type { EventRecord } from './find-events.service.ts';

/* Data of features to the right that an event's answer includes; provided in their manifests. */

/** Summary of an event's clips. */
export interface MediaSummary {
  media: number;
  contributors: number;
  /** Seconds of the visible, ready clips in the film. */
  length: number;
  firstNames: string[];
  /** URLs of up to three posters of its latest clips, for its makers. */
  posters: string[];
}

export interface EventClips {
  summaries(eventIds: string[]): Promise<Map<string, MediaSummary>>;
  /**
   * The clips of an event for its makers, and their summary.
   * @param subject the event, for requests that share their reads of it
   */
  mediaOf(eventId: string, order: string[], subject: object): Promise<{ media: Media[]; summary: MediaSummary }>;
}

/** Compares the current film with the timeline; both false without a film. */
export interface FilmCheck {
  /** The timeline has changed since the film was made. */
  isOutdated: boolean;
  /** The film contains a withdrawn clip. */
  holdsWithdrawn: boolean;
}

export interface EventFilms {
  /**
   * The current film.
   * @param scope `own` for makers, whose URLs also work during the embargo
   */
  film(event: EventRecord, scope: 'own' | 'seen'): Promise<PublishedMedia | undefined>;
  /** A stage that adds the film with the id in this field. */
  join(localField: string): PipelineStage.Lookup;
  /** What `join` added, for the reads of `film` that an event shares. */
  joined(document: object): unknown;
  checkFilm(event: EventRecord): Promise<FilmCheck>;
  /** Cents due before the current film may be delivered or downloaded; 0 without a film. */
  filmDue(event: EventRecord): Promise<number>;
}

export interface EventThemes {
  /** What a film gets from a theme that this user may choose; null for any other. `isOwn`: made by them. */
  usable(themeId: string, userId: string | null): Promise<{ transition: ClipTransition; isOwn: boolean } | null>;
}

export interface EventMusic {
  /** A track that a film of this event may have; null for any other. `isOwn`: its makers brought it. */
  usable(trackId: string, eventId: string): Promise<{ isOwn: boolean } | null>;
  /** What its makers wrote about the songs they brought, for the data export. */
  songsOf(eventId: string): Promise<{ title: string; artist: string; rightsConfirmedAt: Date }[]>;
}

/** Somebody who gets a gift by text. */
export interface TextedRecipient {
  id: string;
  firstName: string;
  phone: string;
}

export interface GiftTexts {
  /** Whether texts by us reach anybody here. */
  isOn(): boolean;
  /** What keeps a gift from being texted, by field of the request; empty if nothing does. */
  problems(event: EventRecord, message: string): Record<string, string>;
  /** False if the owner of the number stopped our texts. */
  isWanted(phone: string): Promise<boolean>;
  /** Takes a text from the limits of the account, the site and the number; false if one is reached, without taking any. */
  take(event: EventRecord, to: TextedRecipient, message: string): Promise<boolean>;
  /** Idempotent by `key`. `giftTextLost` is called if it does not arrive. */
  enqueue(event: EventRecord, to: TextedRecipient, text: { key: string; message: string }): Promise<void>;
}

export interface EventPools {
  /** Whether somebody put money or trees beside the film. */
  holdsGift(eventId: string): Promise<boolean>;
}

export interface EventPremieres {
  /** Whether one is planned for later. */
  isAhead(eventId: string, now: Date): Promise<boolean>;
}

/** Summary of an event without clips. */
export const NO_CLIPS: MediaSummary = { media: 0, contributors: 0, length: 0, firstNames: [], posters: [] };

export const eventClips = part<EventClips>('clips of events');
export const eventFilms = part<EventFilms>('films of events');
export const giftTexts = part<GiftTexts>('texts of gifts');
export const eventThemes = part<EventThemes>('themes of events', ['web']);
export const eventPools = part<EventPools>('pools of events', ['web']);
export const eventPremieres = part<EventPremieres>('premieres of events');
export const eventMusic = part<EventMusic>('music of events');
