import { type QueryFilter, Types } from 'mongoose';
import { deskChanged } from '../../platform/desk-changes.ts';
import { isDuplicateKey } from '../../platform/errors.ts';
import type { StaffWrite } from '../../platform/http/staff-writes.ts';
import { platform } from '../../platform/platform.ts';
import { redactFacts } from '../../platform/redact.ts';
import { type ActAction, STAFF_ACTS } from '../../shared/audit-words.ts';
import type { AuditLine } from '../../shared/contracts/audit.ts';
import { COUNTED_MAX } from '../../shared/limits.ts';
import { traceOf } from './address-trace.service.ts';
import { AuditModel, type StoredAuditLine } from './audit.model.ts';

/** Something done to an account, or by staff. */
export interface AuditEntry {
  /** Who did it: the admin during impersonation; null for strangers and for the app itself. */
  actorId: string | null;
  /** Whose account it concerns; null if unknown. */
  subjectId: string | null;
  /** The event it concerns. Default: none. */
  eventId?: string;
  /** `noun.verb`, such as `password.changed`. */
  action: ActAction;
  /** The visitor's address; only its network and a keyed hash are kept. */
  ip?: string;
  /** Plain facts; keys and addresses are redacted. */
  details?: Record<string, unknown>;
}

/** Adds a line to the audit log. Never throws; a failure is logged. */
export async function recordAudit(entry: AuditEntry): Promise<void> {
  try {
    await requireAudit(entry);
  } catch (error) {
    // Delivered at least once: it is recorded already.
    if (isDuplicateKey(error)) return;
    platform().log.error({ err: error, action: entry.action }, 'a line of the audit log could not be written');
  }
}

/** The same for actions that must not happen without a record: throws if it can't be written. */
export async function requireAudit({
  actorId,
  subjectId,
  eventId,
  action,
  ip,
  details = {},
}: AuditEntry): Promise<void> {
  await AuditModel.create({
    at: new Date(),
    actorId: idOf(actorId),
    subjectId: idOf(subjectId),
    ...(eventId && { eventId: new Types.ObjectId(eventId) }),
    action,
    ...traceOf(ip),
    details: redactFacts(details),
  });
  deskChanged('audit');
  if (STAFF_ACTS.includes(action)) deskChanged('acts');
}

/** Records a write by staff or an impersonating admin: the request and its status, never the content. */
export function noteStaffWrite({ actorId, subjectId, ip, ...details }: StaffWrite): Promise<void> {
  const action = subjectId === null ? 'staff.wrote' : 'impersonation.wrote';
  return recordAudit({ actorId, subjectId, action, ip, details });
}

export interface AuditQuestion {
  subjectId?: string | undefined;
  eventId?: string | undefined;
  actorId?: string | undefined;
  action?: string | undefined;
  /** Any of these; `action` takes precedence. */
  actions?: readonly string[] | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Lines of the audit log, newest first. `total` stops past `COUNTED_MAX`. */
export async function listAudit(
  asked: AuditQuestion,
): Promise<{ lines: AuditLine[]; total: number; nextCursor: string | null }> {
  const wanted: QueryFilter<StoredAuditLine> = {
    ...(asked.subjectId && { subjectId: new Types.ObjectId(asked.subjectId) }),
    ...(asked.eventId && { eventId: new Types.ObjectId(asked.eventId) }),
    ...(asked.actorId && { actorId: new Types.ObjectId(asked.actorId) }),
    ...(asked.actions && { action: { $in: [...asked.actions] } }),
    ...(asked.action && { action: asked.action }),
  };
  const [total, found] = await Promise.all([
    AuditModel.countDocuments(wanted).limit(COUNTED_MAX + 1),
    AuditModel.find({ ...wanted, ...(await after(asked.cursor)) })
      .sort({ at: -1, _id: -1 })
      .limit(asked.limit + 1)
      .lean<StoredAuditLine[]>(),
  ]);
  const lines = found.slice(0, asked.limit).map(toLine);
  return { lines, total, nextCursor: found.length > asked.limit ? (lines.at(-1)?.id ?? null) : null };
}

/** The log of one person's account, newest first, for themselves. */
export async function auditAbout(userId: string, limit: number): Promise<AuditLine[]> {
  const found = await AuditModel.find({ subjectId: new Types.ObjectId(userId) })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<StoredAuditLine[]>();
  return found.map(toLine);
}

/** Lines after a cursor; all lines if the cursor is unknown. */
async function after(cursor: string | undefined): Promise<QueryFilter<StoredAuditLine>> {
  if (!cursor || !Types.ObjectId.isValid(cursor)) return {};
  const last = await AuditModel.findById(cursor, { at: 1 }).lean<Pick<StoredAuditLine, '_id' | 'at'>>();
  if (!last) return {};
  return { $or: [{ at: { $lt: last.at } }, { at: last.at, _id: { $lt: last._id } }] };
}

function toLine(line: StoredAuditLine): AuditLine {
  return {
    id: String(line._id),
    at: line.at.toISOString(),
    actorId: line.actorId ? String(line.actorId) : null,
    subjectId: line.subjectId ? String(line.subjectId) : null,
    eventId: line.eventId ? String(line.eventId) : null,
    action: line.action,
    network: line.network,
    addressHash: line.addressHash,
    details: line.details ?? {},
  };
}

function idOf(id: string | null): Types.ObjectId | null {
  return id && Types.ObjectId.isValid(id) ? new Types.ObjectId(id) : null;
}
