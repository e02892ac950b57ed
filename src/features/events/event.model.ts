import { type InferSchemaType, model, type QueryFilter, Schema, Types } from 'mongoose';
import { keepSearchWords, searchWordsField } from '../../platform/database/search-words.ts';
import { showAtDesk } from '../../platform/desk-changes.ts';
import { CLIP_TRANSITIONS } from '../../shared/clip-transitions.ts';
import { FOLLOW_UPS } from '../../shared/follow-ups.ts';
import { CLIP } from '../../shared/limits.ts';
import { OCCASION_TYPES } from '../../shared/occasions.ts';
import { OWNERSHIPS } from '../../shared/ownership.ts';
import { PHOTO_PACE } from '../../shared/studio-limits.ts';
import { EVENT_STATUS } from '../../shared/transitions.ts';
import { UNDELIVERED } from '../../shared/undelivered.ts';

const recipientSchema = new Schema(
  {
    id: { type: String, required: true },
    firstName: { type: String, required: true },
    lastName: { type: String, default: null },
    email: { type: String, default: null },
    phone: { type: String, default: null },
  },
  { _id: false },
);

const undeliveredSchema = new Schema(
  {
    recipientId: { type: String, required: true },
    why: { type: String, enum: UNDELIVERED, required: true },
  },
  { _id: false },
);

/** The plan that “Send now” replaced; undoing restores it. */
const planBeforeSchema = new Schema(
  {
    at: { type: Date, default: null },
    message: { type: String, default: null },
    isByHand: { type: Boolean, default: false },
    isByText: { type: Boolean, default: false },
  },
  { _id: false },
);

/** What follows a delivery next, and when; see `follow-ups.ts`. */
const followUpSchema = new Schema(
  {
    at: { type: Date, required: true },
    what: { type: String, enum: FOLLOW_UPS, required: true },
  },
  { _id: false },
);

/** Set once its makers were warned of the archive; see `archive-event.ts`. */
const archivingSchema = new Schema(
  {
    /** Its last change then: a later one starts all over. */
    since: { type: Date, required: true },
    /** Days before the archive that the last warning told of. */
    left: { type: Number, required: true },
    /** When the next warning, or the archive, is due. */
    next: { type: Date, required: true },
  },
  { _id: false },
);

/** Set while staff keep the event closed. */
const suspensionSchema = new Schema(
  {
    /** State to return to. */
    from: { type: String, enum: EVENT_STATUS, required: true },
    at: { type: Date, required: true },
    /** For its makers. */
    why: { type: String, required: true },
  },
  { _id: false },
);

const musicSchema = new Schema(
  {
    start: { type: Number, default: 0 },
    volume: { type: Number, default: 0 },
    /** Title of the chosen song, once it was removed. */
    removed: { type: String, default: null },
  },
  { _id: false },
);

const eventSchema = new Schema(
  {
    uuid: { type: String, required: true, unique: true },
    privateKey: { type: String, required: true, unique: true },
    viewKey: { type: String, required: true, unique: true },
    status: { type: String, enum: EVENT_STATUS, required: true, default: 'active' },
    /** State to return to after a failed render, a lifted suspension or a restoration. */
    statusBefore: { type: String, enum: [...EVENT_STATUS, null], default: null },
    suspension: { type: suspensionSchema, default: null },
    occasion: { type: String, enum: OCCASION_TYPES, required: true },
    occasionOther: { type: String, default: null },
    /** Set together with `creatorId`; see `ownership.ts`. */
    ownership: { type: String, enum: OWNERSHIPS, required: true },
    creatorId: { type: Schema.Types.ObjectId, default: null },
    creatorName: { type: String, default: null },
    organiserIds: { type: [Schema.Types.ObjectId], default: [] },
    recipients: { type: [recipientSchema], default: [] },
    message: { type: String, default: '' },
    prompts: { type: [String], default: [] },
    guestbook: { type: Boolean, default: true },
    /** Has a guest list, which clips are compared with. */
    hasGuests: { type: Boolean, default: false },
    /** Set by the organiser; the deadline closes the event too. */
    acceptsClips: { type: Boolean, default: true },
    deadline: { type: Date, default: null },
    deliverAt: { type: Date, default: null },
    timeZone: { type: String, default: 'UTC' },
    isZoneAssumed: { type: Boolean, default: false },
    themeId: { type: String, default: null },
    trackId: { type: String, default: null },
    /** Chosen since these come with a larger package; what was chosen before stays free. */
    hasOwnTheme: { type: Boolean, default: false },
    hasOwnSong: { type: Boolean, default: false },
    /** How clips follow one another in the film; null leaves it to the theme. */
    transition: { type: String, enum: [...CLIP_TRANSITIONS, null], default: null },
    /** The theme's transition, copied when the theme is chosen or changed. */
    themeTransition: { type: String, enum: [...CLIP_TRANSITIONS, null], default: null },
    /** Whether names appear over videos and photos. */
    showsNames: { type: Boolean, default: true },
    /** Whether captions are part of the film's picture. */
    showsCaptions: { type: Boolean, default: false },
    /** Photos in a row follow the music's beats and are shown for at least so many seconds; null: each as it is. */
    photoSeconds: { type: Number, default: PHOTO_PACE.usual },
    music: { type: musicSchema, default: null },
    maxClipLength: { type: Number, default: CLIP.defaultMax },
    thankYou: { type: String, default: null },
    /** Timeline: clip ids in order. One document, so that reordering is atomic. */
    order: { type: [Schema.Types.ObjectId], default: [] },
    /** Trees that were paid for it; counted by `presents`. */
    trees: { type: Number, default: 0 },
    currentFilmId: { type: Schema.Types.ObjectId, default: null },
    filmVersions: { type: Number, default: 0 },
    /** Id of the planned delivery, which outdates jobs of earlier plans. */
    deliveryId: { type: String, default: null },
    /** Id of the delivery being sent, which can’t be undone. */
    begunDeliveryId: { type: String, default: null },
    /** Null unless an immediate delivery was requested. */
    planBefore: { type: planBeforeSchema, default: null },
    deliveryMessage: { type: String, default: null },
    /** Recipients that the last delivery did not reach, and why. */
    undelivered: { type: [undeliveredSchema], default: [] },
    /** The organiser passes on the link; no mail is sent. */
    isByHand: { type: Boolean, default: false },
    /** Goes out as a text to recipients’ phones, not by mail. */
    isByText: { type: Boolean, default: false },
    deliveredAt: { type: Date, default: null },
    openedAt: { type: Date, default: null },
    /** When recipients were reminded of a gift that they had not opened. */
    nudgedAt: { type: Date, default: null },
    followUp: { type: followUpSchema, default: null },
    archiving: { type: archivingSchema, default: null },
    deletedAt: { type: Date, default: null },
    analyticsClientId: { type: String, default: null },
    /** Of names and the occasion, for staff. */
    searchWords: searchWordsField,
  },
  { timestamps: true, minimize: false },
);
eventSchema.index({ creatorId: 1, createdAt: -1 });
eventSchema.index({ organiserIds: 1 });
// For the desk, newest first.
eventSchema.index({ status: 1, _id: -1 });
eventSchema.index({ status: 1, deletedAt: 1 });
// Events with guests, by the deadline that their reminders lead to.
eventSchema.index({ deadline: 1 }, { partialFilterExpression: { hasGuests: true }, name: 'reminding' });
// Events that chose a track, for its removal.
eventSchema.index({ trackId: 1 }, { partialFilterExpression: { trackId: { $type: 'string' } }, name: 'music' });
// Events that chose a theme, which is kept for them.
eventSchema.index({ themeId: 1 }, { partialFilterExpression: { themeId: { $type: 'string' } }, name: 'theme' });
// Planned deliveries by due time, and drafts by last change.
eventSchema.index(
  { status: 1, deliverAt: 1 },
  { partialFilterExpression: { deliveryId: { $type: 'string' } }, name: 'planned' },
);
eventSchema.index(
  { 'followUp.at': 1 },
  { partialFilterExpression: { 'followUp.what': { $type: 'string' } }, name: 'follow-ups' },
);
// Given events by last change, and warned ones by what is due.
eventSchema.index(
  { status: 1, archiving: 1, updatedAt: 1 },
  { partialFilterExpression: { status: 'delivered' }, name: 'idle' },
);
eventSchema.index({ 'archiving.next': 1 }, { sparse: true, name: 'archiving' });
eventSchema.index(
  { ownership: 1, status: 1, updatedAt: 1 },
  { partialFilterExpression: { ownership: 'draft', status: 'active' }, name: 'drafts' },
);

/** What staff find an event by. */
export function searchedTexts({
  recipients,
  creatorName,
  occasionOther,
}: Pick<EventFields, 'recipients' | 'creatorName' | 'occasionOther'>): (string | null | undefined)[] {
  // Documents of earlier versions may have none.
  const people = (recipients ?? []).flatMap(({ firstName, lastName }) => [firstName, lastName]);
  return [...people, creatorName, occasionOther];
}
showAtDesk(eventSchema, 'events');
keepSearchWords(eventSchema, ['recipients', 'creatorName', 'occasionOther'], searchedTexts);

export type EventFields = InferSchemaType<typeof eventSchema>;
/** An event document with its id. */
export type StoredEvent = EventFields & { _id: Types.ObjectId };

export const EventModel = model('Event', eventSchema);
export { Types };

export type EventFilter = QueryFilter<EventFields>;

/** A cursor over matching events, oldest first. */
export function storedEvents(filter: EventFilter): AsyncIterable<StoredEvent> {
  return EventModel.find(filter).sort({ _id: 1 }).lean().cursor() as AsyncIterable<StoredEvent>;
}
