import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

const organisingSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    /** Lowercase; null once accepted, when the account says who it is. */
    email: { type: String, default: null },
    /** Who accepted. */
    userId: { type: Schema.Types.ObjectId, default: null },
    /** Part of the mailed link; a later mail ends the earlier ones. */
    nonce: { type: String, required: true },
    sentAt: { type: Date, required: true },
    acceptedAt: { type: Date, default: null },
  },
  { collection: 'organisings' },
);
organisingSchema.index(
  { eventId: 1, email: 1 },
  { unique: true, partialFilterExpression: { email: { $type: 'string' } }, name: 'one_email' },
);
organisingSchema.index({ eventId: 1, _id: 1 });
organisingSchema.index({ email: 1 }, { partialFilterExpression: { email: { $gt: '' } }, name: 'of_address' });
organisingSchema.index({ userId: 1 });

export type StoredOrganising = InferSchemaType<typeof organisingSchema> & { _id: Types.ObjectId };

/** Invitations to organise an event, open and accepted. */
export const OrganisingModel = model('Organising', organisingSchema);
