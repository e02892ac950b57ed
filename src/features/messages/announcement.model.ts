import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { ANNOUNCEMENT_PLACES } from '../../shared/announcement-places.ts';

const announcementSchema = new Schema(
  {
    /** `promotion`, or any other word. */
    type: { type: String, required: true },
    message: { type: String, required: true },
    link: { type: { _id: false, url: String, label: String }, default: null },
    places: { type: [String], enum: ANNOUNCEMENT_PLACES, default: [...ANNOUNCEMENT_PLACES] },
    isDraft: { type: Boolean, default: false },
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
