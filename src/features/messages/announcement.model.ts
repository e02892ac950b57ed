import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

const announcementSchema = new Schema(
  {
    /** `promotion`, or any other word. */
    type: { type: String, required: true },
    message: { type: String, required: true },
    startsAt: { type: Date, required: true },
    /** Null: no end. */
    endsAt: { type: Date, default: null },
    createdBy: { type: Schema.Types.ObjectId, required: true },
  },
  { timestamps: true },
);
announcementSchema.index({ endsAt: 1, startsAt: -1 });

export type StoredAnnouncement = InferSchemaType<typeof announcementSchema> & { _id: Types.ObjectId };
export const AnnouncementModel = model('Announcement', announcementSchema);
