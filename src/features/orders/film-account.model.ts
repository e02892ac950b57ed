import { type InferSchemaType, model, Schema } from 'mongoose';

const entrySchema = new Schema(
  {
    /** The payment it belongs to. */
    payment: { type: String, required: true },
    /** Cents: booked amount of the payment, or negative for a refund or lost dispute. */
    amount: { type: Number, required: true },
    at: { type: Date, required: true },
  },
  { _id: false },
);

/** Payments for the films of an event, which it knows by id only. */
const filmAccountSchema = new Schema(
  {
    /** Event id. */
    _id: { type: Schema.Types.ObjectId, required: true },
    /** Cents: sum of the entries. */
    paid: { type: Number, required: true },
    /** Append-only. */
    entries: { type: [entrySchema], required: true },
    /** Number of entries, for optimistic locking. */
    version: { type: Number, required: true },
  },
  { versionKey: false, collection: 'film_accounts' },
);

export type StoredFilmAccount = InferSchemaType<typeof filmAccountSchema>;
export const FilmAccountModel = model('FilmAccount', filmAccountSchema);
