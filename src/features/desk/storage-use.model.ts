import { type InferSchemaType, model, Schema } from 'mongoose';

const BYTES = { type: Number, required: true } as const;

/** One document: what everything takes, in bytes, and when that was added up. */
const storageUseSchema = new Schema(
  {
    _id: { type: String, required: true },
    originals: BYTES,
    prepared: BYTES,
    films: BYTES,
    packages: BYTES,
    songs: Number,
    printed: Number,
    /** Of no event. */
    music: Number,
    pictures: Number,
    at: { type: Date, required: true },
  },
  { collection: 'storage_use' },
);

export type StoredUse = InferSchemaType<typeof storageUseSchema>;
export const StorageUseModel = model('StorageUse', storageUseSchema);
