import { model, Schema, type Types } from 'mongoose';
import { AUDIT_KEPT } from '../../shared/limits.ts';

/** A line of the audit log as stored; private to this feature. Lines are added and read, never changed. */
export interface StoredAuditLine {
  _id: Types.ObjectId;
  at: Date;
  /** Who did it: the admin during impersonation; null for strangers and for the app itself. */
  actorId: Types.ObjectId | null;
  /** Whose account it concerns. */
  subjectId: Types.ObjectId | null;
  /** The event it concerns; absent if it is about none. */
  eventId?: Types.ObjectId;
  action: string;
  network: string | null;
  addressHash: string | null;
  /** Neither keys nor addresses. */
  details: Record<string, unknown>;
}

const auditSchema = new Schema<StoredAuditLine>(
  {
    at: { type: Date, required: true, expires: AUDIT_KEPT / 1000 },
    actorId: { type: Schema.Types.ObjectId, default: null },
    subjectId: { type: Schema.Types.ObjectId, default: null },
    eventId: { type: Schema.Types.ObjectId },
    action: { type: String, required: true },
    network: { type: String, default: null },
    addressHash: { type: String, default: null },
    details: { type: Schema.Types.Mixed, default: {} },
  },
  { collection: 'audit_log', minimize: false, versionKey: false },
);
auditSchema.index({ at: -1, _id: -1 });
auditSchema.index({ subjectId: 1, at: -1, _id: -1 });
auditSchema.index({ actorId: 1, at: -1, _id: -1 });
auditSchema.index({ action: 1, at: -1, _id: -1 });
auditSchema.index({ eventId: 1, at: -1, _id: -1 }, { partialFilterExpression: { eventId: { $exists: true } } });
// A start and a stop are each recorded once, however often they are reported.
auditSchema.index(
  { 'details.impersonation': 1, action: 1 },
  { unique: true, partialFilterExpression: { 'details.impersonation': { $gt: '' } } },
);

for (const verb of [
  'updateOne',
  'updateMany',
  'findOneAndUpdate',
  'findOneAndDelete',
  'deleteOne',
  'deleteMany',
] as const) {
  auditSchema.pre(verb, () => {
    throw new Error('Nothing in the audit log is changed or taken out');
  });
}

export const AuditModel = model<StoredAuditLine>('AuditLine', auditSchema);
