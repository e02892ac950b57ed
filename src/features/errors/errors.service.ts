import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import type { GatheredError } from '../../shared/contracts/errors.ts';
import type { ErrorState } from '../../shared/gathered-errors.ts';
import { COUNTED_MAX } from '../../shared/limits.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { getUsers } from '../users/users.service.ts';
import { ErrorModel, type StoredError } from './error.model.ts';

/** Errors of one state, latest first. */
export async function listErrors({
  state,
  cursor,
  limit,
}: {
  state: ErrorState;
  cursor?: string | undefined;
  limit: number;
}): Promise<{ errors: GatheredError[]; total: number; nextCursor: string | null }> {
  const [found, total] = await Promise.all([
    ErrorModel.find({ state, ...(await after(cursor)) })
      .sort({ lastAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean<StoredError[]>(),
    ErrorModel.countDocuments({ state }).limit(COUNTED_MAX + 1),
  ]);
  const shown = found.slice(0, limit);
  const nextCursor = found.length > limit ? String(shown.at(-1)?._id ?? '') : null;
  return { errors: await toDtos(shown), total, nextCursor };
}

/** An error by id. NOT_FOUND. */
export async function getError(id: string): Promise<GatheredError> {
  const [error] = await toDtos([await stored(id)]);
  if (!error) throw noSuchError();
  return error;
}

/** Resolves, ignores or reopens an error, once it is in the audit log. NOT_FOUND. */
export async function decideError(
  id: string,
  { state, note }: { state: ErrorState; note: string },
  staff: { id: string; ip: string },
): Promise<GatheredError> {
  const before = await stored(id);
  await requireAudit({
    actorId: staff.id,
    subjectId: null,
    action: `error.${state}`,
    ip: staff.ip,
    details: { error: id, before: before.state, after: state, note },
  });
  await ErrorModel.updateOne({ _id: id }, { $set: { state, note, decidedBy: new Types.ObjectId(staff.id) } });
  return getError(id);
}

async function after(cursor: string | undefined): Promise<object> {
  if (!cursor || !Types.ObjectId.isValid(cursor)) return {};
  const last = await ErrorModel.findById(cursor).lean<StoredError>();
  return last ? { $or: [{ lastAt: { $lt: last.lastAt } }, { lastAt: last.lastAt, _id: { $lt: last._id } }] } : {};
}

async function stored(id: string): Promise<StoredError> {
  const found = await ErrorModel.findById(id).lean<StoredError>();
  if (!found) throw noSuchError();
  return found;
}

async function toDtos(found: readonly StoredError[]): Promise<GatheredError[]> {
  const users = await getUsers(found.flatMap(({ decidedBy }) => (decidedBy ? [String(decidedBy)] : [])));
  return found.map(({ _id, fingerprint: _fingerprint, firstAt, lastAt, decidedBy, ...facts }) => {
    const staff = users.find(({ id }) => id === String(decidedBy));
    return {
      ...facts,
      id: String(_id),
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
      decidedBy: staff ? staff.firstName || staff.email : decidedBy && 'somebody who left',
    };
  });
}

function noSuchError(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such error, or it is forgotten.' });
}
