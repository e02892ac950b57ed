import { type InferSchemaType, model, type QueryFilter, Schema, Types } from 'mongoose';
import { CLIP } from '../../shared/limits.ts';
import { UNDELIVERED } from '../../shared/notifications.ts';
import { OCCASION_TYPES } from '../../shared/occasions.ts';
import { EVENT_STATUS } from '../../shared/transitions.ts';

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

/** A plan that “Send now” took the place of; taking that back brings it back. */
const planBeforeSchema = new Schema(
  {
    at: { type: Date, default: null },
    message: { type: String, default: null },
    isByHand: { type: Boolean, default: false },
  },
  { _id: false },
);

const eventSchema = new Schema(
  {
    uuid: { type: String, required: true, unique: true },
    privateKey: { type: String, required: true, unique: true },
    viewKey: { type: String, required: true, unique: true },
    status: { type: String, enum: EVENT_STATUS, required: true, default: 'active' },
    /** Where a failed render, a lifted suspension or a restoration leads back to. */
    statusBefore: { type: String, enum: [...EVENT_STATUS, null], default: null },
    occasion: { type: String, enum: OCCASION_TYPES, required: true },
    occasionOther: { type: String, default: null },
    creatorId: { type: Schema.Types.ObjectId, default: null },
    creatorName: { type: String, default: null },
    organiserIds: { type: [Schema.Types.ObjectId], default: [] },
    recipients: { type: [recipientSchema], default: [] },
    message: { type: String, default: '' },
    prompts: { type: [String], default: [] },
    guestbook: { type: Boolean, default: true },
    /** The organiser's switch; the deadline closes as well. */
    acceptsClips: { type: Boolean, default: true },
    deadline: { type: Date, default: null },
    deliverAt: { type: Date, default: null },
    timeZone: { type: String, default: 'UTC' },
    isZoneAssumed: { type: Boolean, default: false },
    themeId: { type: String, default: null },
    trackId: { type: String, default: null },
    maxClipLength: { type: Number, default: CLIP.defaultMax },
    thankYou: { type: String, default: null },
    /** The timeline: clips from first to last. One document, so that a new order is taken whole or not at all. */
    order: { type: [Schema.Types.ObjectId], default: [] },
    currentFilmId: { type: Schema.Types.ObjectId, default: null },
    filmVersions: { type: Number, default: 0 },
    /** The delivery that is planned; a later plan replaces it and an older job finds itself outdated. */
    deliveryId: { type: String, default: null },
    /** The delivery that has begun to go out: it can’t be taken back. */
    begunDeliveryId: { type: String, default: null },
    /** Null unless the delivery was asked for “now”. */
    planBefore: { type: planBeforeSchema, default: null },
    deliveryMessage: { type: String, default: null },
    /** Recipients whom the last delivery did not reach, and why. */
    undelivered: { type: [undeliveredSchema], default: [] },
    /** The organiser hands over the link; no mail goes out. */
    isByHand: { type: Boolean, default: false },
    deliveredAt: { type: Date, default: null },
    openedAt: { type: Date, default: null },
    deletedAt: { type: Date, default: null },
    analyticsClientId: { type: String, default: null },
  },
  { timestamps: true, minimize: false },
);
eventSchema.index({ creatorId: 1, createdAt: -1 });
eventSchema.index({ organiserIds: 1 });
eventSchema.index({ status: 1, deletedAt: 1 });
// Planned deliveries by when they are due, and events that belong to nobody by their last change.
eventSchema.index(
  { status: 1, deliverAt: 1 },
  { partialFilterExpression: { deliveryId: { $type: 'string' } }, name: 'planned' },
);
eventSchema.index(
  { creatorId: 1, status: 1, updatedAt: 1 },
  { partialFilterExpression: { creatorId: null, status: 'active' }, name: 'unclaimed' },
);

export type EventFields = InferSchemaType<typeof eventSchema>;
/** An event as it lies in the database, with its id. */
export type StoredEvent = EventFields & { _id: Types.ObjectId };

export const EventModel = model('Event', eventSchema);
export { Types };

export type EventFilter = QueryFilter<EventFields>;

/** A cursor over what a filter finds, oldest first. */
export function storedEvents(filter: EventFilter): AsyncIterable<StoredEvent> {
  return EventModel.find(filter).sort({ _id: 1 }).lean().cursor() as AsyncIterable<StoredEvent>;
}
