import { type InferSchemaType, model, Schema } from 'mongoose';

const entrySchema = new Schema(
  {
    /** The payment that it belongs to. */
    payment: { type: String, required: true },
    /** Cents: what of the payment was counted, then what a refund or a lost dispute took of it, below zero. */
    amount: { type: Number, required: true },
    at: { type: Date, required: true },
  },
  { _id: false },
);

/** What was paid for the films of one event. It knows the event by its id only. */
const filmAccountSchema = new Schema(
  {
    /** The event's id. */
    _id: { type: Schema.Types.ObjectId, required: true },
    /** Cents: the sum of all entries. */
    paid: { type: Number, required: true },
    /** Entries are only ever added. */
    entries: { type: [entrySchema], required: true },
    /** Number of entries; who adds one names the number that they have read. */
    version: { type: Number, required: true },
  },
  { versionKey: false, collection: 'film_accounts' },
);

export type StoredFilmAccount = InferSchemaType<typeof filmAccountSchema>;
export const FilmAccountModel = model('FilmAccount', filmAccountSchema);
