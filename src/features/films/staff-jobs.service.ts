import { AppError } from '../../platform/errors.ts';
import type { JobStatus } from '../../platform/job-queue.ts';
import { platform } from '../../platform/platform.ts';
import type { StaffJob } from '../../shared/contracts/staff-renders.ts';
import { type AuditEntry, requireAudit } from '../audit/audit.service.ts';
import { isPreparation } from '../media/prepare-again.service.ts';
import { filmJobTypes } from './job-types.ts';

/** Who acts, from where, and why. */
interface Act {
  id: string;
  ip: string;
  note: string;
}

const FILMS = [filmJobTypes.render.name, filmJobTypes.shape.name];

/** Jobs in a state, newest first, without their content. */
export async function listJobs({
  state,
  cursor,
  limit,
}: {
  state: StaffJob['state'];
  cursor?: string | undefined;
  limit: number;
}): Promise<{ jobs: StaffJob[]; nextCursor: string | null }> {
  const found = await platform().queue.list({ state, cursor, limit: limit + 1 });
  const shown = found.slice(0, limit);
  return { jobs: shown.map(toStaffJob), nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** Starts an ended job again. NOT_FOUND; WRONG_STATE for films, which have their own retry, and without its content. */
export async function retryJob(id: string, act: Act): Promise<StaffJob> {
  const before = await stored(id);
  if (FILMS.includes(before.type)) {
    throw new AppError('WRONG_STATE', { message: 'Films are tried again from their own list.' });
  }
  const again = await platform().queue.retry(id);
  if (!again) {
    const hasEnded = before.state === 'failed' || before.state === 'cancelled';
    throw new AppError('WRONG_STATE', {
      message: hasEnded
        ? 'What this job was given is deleted, so it can’t be tried again.'
        : 'Only a job that failed or was cancelled can be tried again.',
    });
  }
  await record(before, again, act, 'job.retried');
  return toStaffJob(again);
}

/** Cancels a job. NOT_FOUND; WRONG_STATE once it has ended, for housekeeping, films, and preparations of clips. */
export async function cancelJob(id: string, act: Act): Promise<StaffJob> {
  const before = await stored(id);
  if (FILMS.includes(before.type)) {
    throw new AppError('WRONG_STATE', { message: 'Films are cancelled from their own list.' });
  }
  if (isPreparation(before.type)) {
    const message = 'A clip waits for this job, so it would start again. Take the clip out of its gift instead.';
    throw new AppError('WRONG_STATE', { message });
  }
  if (!(await platform().queue.cancel(id))) {
    throw new AppError('WRONG_STATE', { message: 'This job has ended, or it repeats and can’t be cancelled.' });
  }
  const after = await stored(id);
  await record(before, after, act, 'job.cancelled');
  return toStaffJob(after);
}

async function stored(id: string): Promise<JobStatus> {
  const job = await platform().queue.status(id);
  if (!job) throw new AppError('NOT_FOUND', { message: 'There is no such job, or it ended more than 30 days ago.' });
  return job;
}

function toStaffJob({ createdAt, finishedAt, runAt: _runAt, ...job }: JobStatus): StaffJob {
  return { ...job, createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
}

function record(
  { id: job, type, state }: JobStatus,
  after: JobStatus,
  { id, ip, note }: Act,
  action: AuditEntry['action'],
): Promise<void> {
  const details = { job, type, before: state, after: after.state, note };
  return requireAudit({ actorId: id, subjectId: null, action, ip, details });
}
