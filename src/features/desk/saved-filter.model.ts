import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { deskListNames } from '../../shared/desk-lists.ts';

const savedFilterSchema = new Schema(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    list: { type: String, enum: deskListNames, required: true },
    label: { type: String, required: true },
    query: { type: String, required: true },
  },
  { collection: 'desk_filters', versionKey: false },
);
savedFilterSchema.index({ userId: 1, list: 1, query: 1 }, { unique: true });

export type StoredFilter = InferSchemaType<typeof savedFilterSchema> & { _id: Types.ObjectId };
export const SavedFilterModel = model('SavedFilter', savedFilterSchema);
