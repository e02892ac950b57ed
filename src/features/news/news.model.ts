import { model, Schema, type Types } from 'mongoose';
import { NEWS_TYPES, type NewsFacts, type NewsType } from '../../shared/contracts/notifications.ts';
import { NEWS_KEPT } from '../../shared/limits.ts';

/** A line of a user's news as stored; private to this feature. */
export interface StoredNews {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  eventId: Types.ObjectId | null;
  type: NewsType;
  /** Unique for each user. */
  key: string;
  /** What it tells; another stamp makes it news again. */
  stamp: string;
  facts: NewsFacts;
  /** What was gathered, such as clips, oldest first. */
  items: { id: string; name: string }[];
  startedAt: Date;
  /** When it last grew or changed. */
  at: Date;
  seenAt: Date | null;
  readAt: Date | null;
  /** When and by which job it was mailed as it is. */
  mailedAt: Date | null;
  mailedBy: string | null;
  /** When it was last mailed, also before it grew or changed. */
  lastMailedAt?: Date | null;
}

const newsSchema = new Schema<StoredNews>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    eventId: { type: Schema.Types.ObjectId, default: null },
    type: { type: String, enum: NEWS_TYPES, required: true },
    key: { type: String, required: true },
    stamp: { type: String, default: '' },
    facts: { type: Schema.Types.Mixed, default: {} },
    items: { type: [new Schema({ id: String, name: String }, { _id: false })], default: [] },
    startedAt: { type: Date, required: true },
    at: { type: Date, required: true, expires: NEWS_KEPT / 1000 },
    seenAt: { type: Date, default: null },
    readAt: { type: Date, default: null },
    mailedAt: { type: Date, default: null },
    mailedBy: { type: String, default: null },
    lastMailedAt: { type: Date, default: null },
  },
  { collection: 'news', minimize: false, versionKey: false },
);
newsSchema.index({ userId: 1, key: 1 }, { unique: true });
newsSchema.index({ userId: 1, at: -1, _id: -1 });
newsSchema.index({ userId: 1, seenAt: 1 });
newsSchema.index({ userId: 1, readAt: 1, at: -1, _id: -1 });
newsSchema.index({ userId: 1, type: 1, eventId: 1, startedAt: -1 });
newsSchema.index({ userId: 1, lastMailedAt: -1 });
newsSchema.index({ userId: 1, mailedBy: 1 });
newsSchema.index({ eventId: 1, 'items.id': 1 });

export const NewsModel = model<StoredNews>('News', newsSchema);
