import type { Recipient, Undelivered } from '../../shared/contracts/events.ts';
import { kindOfKey } from '../../shared/keys.ts';
import type { OccasionType } from '../../shared/occasions.ts';
import type { EventStatus } from '../../shared/transitions.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
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
  occasion: OccasionType;
  occasionOther: string | null;
  /** Null while unclaimed; see `ORPHANED` for a deleted creator. */
  creatorId: string | null;
  creatorName: string | null;
  organiserIds: string[];
  recipients: Required<Recipient>[];
  message: string;
  prompts: string[];
  guestbook: boolean;
  /** Set by the organiser; the deadline closes the event too. */
  acceptsClips: boolean;
  deadline: Date | null;
  deliverAt: Date | null;
  timeZone: string;
  isZoneAssumed: boolean;
  themeId: string | null;
  trackId: string | null;
  /** Seconds. */
  maxClipLength: number;
  thankYou: string | null;
  /** Timeline: clip ids in order. */
  order: string[];
  currentFilmId: string | null;
  filmVersions: number;
  /** Id of the planned delivery. */
  deliveryId: string | null;
  /** Id of the delivery being sent. */
  begunDeliveryId: string | null;
  /** The plan that an immediate delivery replaced; null otherwise. */
  planBefore: { at: Date | null; message: string | null; isByHand: boolean } | null;
  deliveryMessage: string | null;
  undelivered: Undelivered[];
  /** The organiser passes on the link; no mail is sent. */
  isByHand: boolean;
  deliveredAt: Date | null;
  openedAt: Date | null;
  deletedAt: Date | null;
  analyticsClientId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const FIELD = { id: '_id', uuid: 'uuid', privateKey: 'privateKey', viewKey: 'viewKey' } as const;

/** Finds an event by id, uuid or key, including deleted ones: callers check access. */
export async function findEvent(ref: unknown): Promise<EventRecord | null> {
  const kind = kindOfKey(ref);
  if (kind === null || kind === 'receipt') return null;
  return toEventRecord(await EventModel.findOne({ [FIELD[kind]]: ref }).lean<StoredEvent>());
}

/** Events by id, including deleted ones; unknown ids are left out. */
export async function findEvents(ids: readonly string[]): Promise<EventRecord[]> {
  const found = await EventModel.find({ _id: { $in: [...new Set(ids)] } }).lean<StoredEvent[]>();
  return found.map((event) => toEventRecord(event));
}
