import { model, Schema } from 'mongoose';
import { ANALYTICS_KEPT } from '../../shared/limits.ts';

/** An action counted with consent. No account, address or key. */
const analyticsEventSchema = new Schema(
  {
    name: { type: String, enum: ['sign_up', 'login', 'start_vidday'], required: true },
    method: { type: String, default: null },
    uuid: { type: String, default: null },
    eventId: { type: Schema.Types.ObjectId, default: null },
    /** Random id from the browser, to count visits by the same browser. */
    clientId: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'analytics_events', versionKey: false },
);
analyticsEventSchema.index({ at: 1 }, { expireAfterSeconds: ANALYTICS_KEPT / 1000 });

export const AnalyticsEventModel = model('AnalyticsEvent', analyticsEventSchema);
