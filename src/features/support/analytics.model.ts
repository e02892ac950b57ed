import { model, Schema } from 'mongoose';
import { ANALYTICS_KEPT } from '../../shared/limits.ts';

/** One thing that somebody did who agreed to being counted. No account, no address, no key. */
const analyticsEventSchema = new Schema(
  {
    name: { type: String, enum: ['sign_up', 'login', 'start_vidday'], required: true },
    method: { type: String, default: null },
    uuid: { type: String, default: null },
    eventId: { type: Schema.Types.ObjectId, default: null },
    /** Random, by the browser; tells two visits of one browser from those of two. */
    clientId: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'analytics_events', versionKey: false },
);
analyticsEventSchema.index({ at: 1 }, { expireAfterSeconds: ANALYTICS_KEPT / 1000 });

export const AnalyticsEventModel = model('AnalyticsEvent', analyticsEventSchema);
