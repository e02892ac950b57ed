import type { Recipient, Undelivered } from '../../shared/contracts/events.ts';
import { kindOfKey } from '../../shared/keys.ts';
import type { OccasionType } from '../../shared/occasions.ts';
import type { EventStatus } from '../../shared/transitions.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { toEventRecord } from './event-record.ts';

/** An event in plain values, with all that is stored of it. Never sent to a browser: see `toEventDto`. */
export interface EventRecord {
  id: string;
  uuid: string;
  privateKey: string;
  viewKey: string;
  status: EventStatus;
  /** Where a failed render, a lifted suspension or a restoration leads back to. */
  statusBefore: EventStatus | null;
  occasion: OccasionType;
  occasionOther: string | null;
  /** Null while no account owns it; see `ORPHANED` for a creator who has left. */
  creatorId: string | null;
  creatorName: string | null;
  organiserIds: string[];
  recipients: Required<Recipient>[];
  message: string;
  prompts: string[];
  guestbook: boolean;
  /** The organiser's switch; the deadline closes as well. */
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
  /** The timeline: ids of clips from first to last. */
  order: string[];
  currentFilmId: string | null;
  filmVersions: number;
  /** The planned delivery. */
  deliveryId: string | null;
  /** The delivery that has begun to go out. */
  begunDeliveryId: string | null;
  /** The plan that "now" took the place of; null unless the delivery was asked for now. */
  planBefore: { at: Date | null; message: string | null; isByHand: boolean } | null;
  deliveryMessage: string | null;
  undelivered: Undelivered[];
  /** The organiser hands over the link; no mail goes out. */
  isByHand: boolean;
  deliveredAt: Date | null;
  openedAt: Date | null;
  deletedAt: Date | null;
  analyticsClientId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const FIELD = { id: '_id', uuid: 'uuid', privateKey: 'privateKey', viewKey: 'viewKey' } as const;

/** Finds an event by id, uuid or key. Deleted ones too: who may know of them is for the caller to say. */
export async function findEvent(ref: unknown): Promise<EventRecord | null> {
  const kind = kindOfKey(ref);
  if (kind === null || kind === 'receipt') return null;
  return toEventRecord(await EventModel.findOne({ [FIELD[kind]]: ref }).lean<StoredEvent>());
}

/** Events by id; unknown ones are left out. Deleted ones too. */
export async function findEvents(ids: readonly string[]): Promise<EventRecord[]> {
  const found = await EventModel.find({ _id: { $in: [...new Set(ids)] } }).lean<StoredEvent[]>();
  return found.map((event) => toEventRecord(event));
}
