import { Types } from 'mongoose';
import { pageOf, pastId } from '../../platform/database/by-id.ts';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Report } from '../../shared/contracts/reports.ts';
import { COUNTED_MAX } from '../../shared/limits.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { titleOf } from '../events/event-facts.service.ts';
import { type EventRecord, findEvent, findEvents } from '../events/find-events.service.ts';
import { getUsers } from '../users/users.service.ts';
import { reportDecided } from './domain-events.ts';
import { type DeskActor, liftByStaff, suspendByStaff } from './moderation.service.ts';
import { ReportModel, type StoredReport } from './report.model.ts';

type Decision = 'confirmed' | 'dismissed';

const REASON = 60;
const REPORTERS = { recipient: 'The recipient', viewOnly: 'A viewer', public: 'A visitor', staff: 'Staff' } as const;

/** Reports of one state: open ones oldest first, others newest first. `total` stops past `COUNTED_MAX`. */
export async function listReports({
  status,
  cursor,
  limit,
}: {
  status: Report['status'];
  cursor?: string | undefined;
  limit: number;
}): Promise<{ reports: Report[]; total: number; nextCursor: string | null }> {
  const order = status === 'open' ? 'oldest' : 'newest';
  const [found, total] = await Promise.all([
    ReportModel.find({ status, ...pastId(cursor, order) })
      .sort({ _id: order === 'oldest' ? 1 : -1 })
      .limit(limit + 1)
      .lean<StoredReport[]>(),
    ReportModel.countDocuments({ status }).limit(COUNTED_MAX + 1),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return { reports: await toReports(shown), total, nextCursor };
}

/** The latest reports of an event, newest first. */
export async function reportsOf(eventId: string): Promise<Report[]> {
  return toReports(await ReportModel.find({ eventId }).sort({ _id: -1 }).limit(20).lean<StoredReport[]>());
}

/** The latest reports of a clip, newest first. */
export async function reportsOfClip(mediaId: string): Promise<Report[]> {
  return toReports(await ReportModel.find({ mediaId }).sort({ _id: -1 }).limit(20).lean<StoredReport[]>());
}

/** Number of open reports, and since when the oldest waits. */
export async function openReports(): Promise<{ count: number; since: string | null }> {
  const [count, oldest] = await Promise.all([
    ReportModel.countDocuments({ status: 'open' }).limit(COUNTED_MAX + 1),
    ReportModel.findOne({ status: 'open' }).sort({ _id: 1 }).lean<StoredReport>(),
  ]);
  return { count, since: oldest?.createdAt.toISOString() ?? null };
}

/** A report by id. NOT_FOUND. */
export async function getReport(id: string): Promise<Report> {
  const [report] = await toReports([await stored(id)]);
  if (!report) throw noSuchReport();
  return report;
}

/**
 * Confirms a report with all open ones of its event, which suspends it unless it is deleted; or dismisses it. Dismissing
 * the last confirmed one lifts the suspension. Idempotent; NOT_FOUND, and WRONG_STATE where a colleague decided otherwise meanwhile.
 * @param seen its state where the member of staff looked
 */
export async function decideReport(
  id: string,
  staff: DeskActor,
  { status, seen, note, why }: { status: Decision; seen?: Report['status'] | undefined; note: string; why: string },
): Promise<Report> {
  const report = await stored(id);
  if (seen !== undefined && report.status !== seen && report.status !== status) throw decidedMeanwhile();
  const event = await findEvent(String(report.eventId));
  const decided = { status, note, handledBy: new Types.ObjectId(staff.id), handledAt: new Date() };
  const alike = [report];
  if (status === 'confirmed') {
    if (event && event.status !== 'deleted') await suspendByStaff(event, staff, { why, note });
    alike.push(...(await ReportModel.find({ eventId: report.eventId, status: 'open' }).lean<StoredReport[]>()));
    await ReportModel.updateMany({ eventId: report.eventId, status: 'open' }, { $set: decided });
  }
  // Confirming has closed the event already; dismissing keeps what a colleague decides at this moment.
  const isFirst = status === 'dismissed' && report.status !== status;
  await ReportModel.updateOne({ _id: id, status: isFirst ? report.status : { $ne: status } }, { $set: decided });
  if (isFirst && (await stored(id)).status !== status) throw decidedMeanwhile();
  await requireAudit({
    actorId: staff.id,
    subjectId: event?.creatorId ?? null,
    eventId: String(report.eventId),
    action: `report.${status}`,
    ip: staff.ip,
    details: { report: id, before: report.status, after: status, note },
  });
  if (status === 'dismissed' && report.status === 'confirmed') await liftUnlessConfirmed(event, staff, note);
  platform().sockets.emitToStaff('desk:changed', { what: 'reports' });
  await tellReporters(alike, status === 'confirmed');
  return getReport(id);
}

/** Reporters with an account hear once of each report. */
async function tellReporters(reports: readonly StoredReport[], isConfirmed: boolean): Promise<void> {
  for (const { _id, userId } of reports) {
    if (!userId) continue;
    const told = { userId: String(userId), reportId: String(_id), isConfirmed };
    for (const err of await reportDecided.emit(told)) platform().log.error({ err }, 'a reporter was not told');
  }
}

async function liftUnlessConfirmed(event: EventRecord | null, staff: DeskActor, note: string): Promise<void> {
  if (event?.status !== 'suspended') return;
  if (await ReportModel.exists({ eventId: event.id, status: 'confirmed' })) return;
  await liftByStaff(event, staff, note);
}

async function stored(id: string): Promise<StoredReport> {
  const report = await ReportModel.findById(id).lean<StoredReport>();
  if (!report) throw noSuchReport();
  return report;
}

async function toReports(found: readonly StoredReport[]): Promise<Report[]> {
  const idsOf = (field: 'userId' | 'handledBy') =>
    found.flatMap((report) => (report[field] ? [String(report[field])] : []));
  const [events, users] = await Promise.all([
    findEvents(found.map(({ eventId }) => String(eventId))),
    getUsers([...idsOf('userId'), ...idsOf('handledBy')]),
  ]);
  const person = (id: Types.ObjectId | null | undefined) => users.find((user) => id && user.id === String(id));
  return found.map((report) => {
    const event = events.find(({ id }) => id === String(report.eventId));
    const staff = person(report.handledBy);
    return {
      id: String(report._id),
      eventId: String(report.eventId),
      mediaId: report.mediaId ? String(report.mediaId) : null,
      event: event ? { uuid: event.uuid, title: titleOf(event), status: event.status } : null,
      reason: shortened(report.reason),
      text: report.reason,
      reporter: person(report.userId)?.email ?? REPORTERS[report.role],
      status: report.status,
      note: report.note ?? '',
      handledBy: staff ? staff.firstName || staff.email : null,
      createdAt: report.createdAt.toISOString(),
      handledAt: report.handledAt?.toISOString() ?? null,
    };
  });
}

function shortened(words: string): string {
  const [line = ''] = words.split('\n');
  return line.length > REASON ? `${line.slice(0, REASON - 1).trimEnd()}…` : line;
}

function decidedMeanwhile(): AppError {
  return new AppError('WRONG_STATE', { message: 'A colleague decided this meanwhile. Look again.' });
}

function noSuchReport(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such report.' });
}
