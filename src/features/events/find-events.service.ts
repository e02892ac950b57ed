import type { PipelineStage } from 'mongoose';
import { joinedIn } from '../../platform/database/joined.ts';
import type { ClipTransition } from '../../shared/clip-transitions.ts';
import type { Music, Recipient, Undelivered } from '../../shared/contracts/events.ts';
import { kindOfKey } from '../../shared/keys.ts';
import type { OccasionType } from '../../shared/occasions.ts';
import type { Ownership } from '../../shared/ownership.ts';
import type { EventStatus } from '../../shared/transitions.ts';
import { EventModel, type StoredEvent, Types } from './event.model.ts';
import { toEventRecord } from './event-record.ts';

/** All stored fields of an event as plain values. Never sent to browsers: see `toEventDto`. */
export interface EventRecord {
  id: string;
  uuid: string;
  privateKey: string;
  viewKey: string;
  status: EventStatus;
  /** State to return to after a failed render, a lifted suspension or a restoration. */
  statusBefore: EventStatus | null;
  /** Set while staff keep the event closed: since when, and why, in words for its makers. */
  suspension: { from: EventStatus; at: Date; why: string } | null;
  occasion: OccasionType;
  occasionOther: string | null;
  ownership: Ownership;
  /** The account that owns it; null for drafts and orphaned events. */
  creatorId: string | null;
  creatorName: string | null;
  organiserIds: string[];
  recipients: Required<Recipient>[];
  message: string;
  prompts: string[];
  guestbook: boolean;
  /** Has a guest list, which clips are compared with. */
  hasGuests: boolean;
  /** Set by the organiser; the deadline closes the event too. */
  acceptsClips: boolean;
  deadline: Date | null;
  deliverAt: Date | null;
  timeZone: string;
  isZoneAssumed: boolean;
  themeId: string | null;
  trackId: string | null;
  /** The theme was made by one of its makers. */
  hasOwnTheme: boolean;
  /** The song was brought by one of its makers. */
  hasOwnSong: boolean;
  /** Chosen by the organiser, otherwise by the theme. */
  transition: ClipTransition;
  isOwnTransition: boolean;
  /** Whether names appear over videos and photos. */
  showsNames: boolean;
  showsCaptions: boolean;
  photoSeconds: number | null;
  music: Music;
  /** Seconds. */
  maxClipLength: number;
  thankYou: string | null;
  /** Timeline: clip ids in order. */
  order: string[];
  /** Trees that were paid for it. */
  trees: number;
  currentFilmId: string | null;
  filmVersions: number;
  /** Id of the planned delivery. */
  deliveryId: string | null;
  /** Id of the delivery being sent. */
  begunDeliveryId: string | null;
  /** The plan that an immediate delivery replaced; null otherwise. */
  planBefore: { at: Date | null; message: string | null; isByHand: boolean; isByText: boolean } | null;
  deliveryMessage: string | null;
  undelivered: Undelivered[];
  /** The organiser passes on the link; no mail is sent. */
  isByHand: boolean;
  /** Goes out as a text to recipients’ phones, not by mail. */
  isByText: boolean;
  deliveredAt: Date | null;
  openedAt: Date | null;
  /** When recipients were reminded to open it. */
  nudgedAt: Date | null;
  deletedAt: Date | null;
  analyticsClientId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const FIELD = { id: '_id', uuid: 'uuid', privateKey: 'privateKey', viewKey: 'viewKey' } as const;

/** Finds an event by id, uuid or key, including deleted ones: callers check access. */
export async function findEvent(ref: unknown): Promise<EventRecord | null> {
  const filter = filterOf(ref);
  return filter && toEventRecord(await EventModel.findOne(filter).lean<StoredEvent>());
}

/** Filter for an event's id, uuid or key; null for anything else. */
export function filterOf(ref: unknown): Record<string, unknown> | null {
  const kind = kindOfKey(ref);
  if (kind === null || kind === 'receipt' || kind === 'invitation') return null;
  return { [FIELD[kind]]: kind === 'id' ? new Types.ObjectId(String(ref)) : ref };
}

/** Events by id, including deleted ones; unknown ids are left out. */
export async function findEvents(ids: readonly string[]): Promise<EventRecord[]> {
  const found = await EventModel.find({ _id: { $in: [...new Set(ids)] } }).lean<StoredEvent[]>();
  return found.map((event) => toEventRecord(event));
}

/** A stage that adds an event by the field with its id; `joinedEvent` reads it. */
export function joinEvent(localField: string): PipelineStage.Lookup {
  return { $lookup: { from: EventModel.collection.name, localField, foreignField: '_id', as: 'joinedEvents' } };
}

/** The event that `joinEvent` added, even a deleted one; null if there is none. */
export function joinedEvent(document: object): EventRecord | null {
  const [event] = joinedIn<StoredEvent>(document, 'joinedEvents');
  return event ? toEventRecord(event) : null;
}
