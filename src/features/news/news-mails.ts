import type { JobContext, JobStatus } from '../../platform/job-queue.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { NEWS_TYPES, type NewsType } from '../../shared/contracts/notifications.ts';
import { mailJobs } from '../../shared/jobs.ts';
import type { Notification } from '../../shared/notifications.ts';
import { utcToZoned, zonedToUtc } from '../../shared/zoned-time.ts';
import { findEvents } from '../events/find-events.service.ts';
import { type NewsPlan, newsPlanOf } from '../profiles/mail-choices.service.ts';
import { newsJobs } from './job-types.ts';
import { NewsModel, type StoredNews } from './news.model.ts';
import { shownNews } from './shown-news.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Time to see it on an open tab first. */
const PATIENCE = 5 * 60_000;
const EVENING = '18:00';
/** Lines in one mail. */
const LINES = 12;
/** Characters of a line's title and of its text: a guest's note may be long. */
const PART_MAX = 150;

/** The choice that each type follows; null: it has a mail that always comes, or needs none. */
const KINDS: Record<NewsType, Notification | null> = {
  clipArrived: 'clipArrived',
  clipFailed: 'stuck',
  rsvp: 'answers',
  deadline: 'reminders',
  previewReady: 'clipArrived',
  filmReady: 'filmReady',
  filmFailed: 'filmReady',
  delivered: 'opened',
  unopened: 'opened',
  opened: 'opened',
  thankYou: 'thankYou',
  guestbook: 'guestbook',
  present: null,
  reward: null,
  paid: null,
  paymentFailed: null,
  refunded: null,
  chatAnswer: null,
  organiserAdded: 'answers',
  reportResolved: null,
  order: null,
  postcard: null,
  archiveSoon: null,
};
/** Mailed to an event’s creator by itself, unless they want one mail a day. */
const WITH_OWN_MAIL: readonly NewsType[] = ['clipArrived', 'deadline', 'filmReady', 'filmFailed', 'thankYou'];

/** Plans the mail about a line, with what else is unseen by then. Idempotent. */
export async function mailNewsSoon({ userId, type }: Pick<StoredNews, 'userId' | 'type'>): Promise<void> {
  const kind = KINDS[type];
  const plan = kind && (await newsPlanOf(String(userId), [kind]));
  if (!plan?.isWanted || plan.kinds.length === 0) return;
  await enqueue(String(userId), plan);
}

/** Does `news.mail`. */
export const newsMailWork: Work<JobData<typeof newsJobs.mail>> = { run: mailNews, ended: mailLater };

async function mailNews({ userId }: { userId: string }, { jobId }: JobContext): Promise<void> {
  const plan = await newsPlanOf(userId, wantedKinds());
  if (!plan?.isWanted) return;
  // The lines of a job are fixed once, so that a retry sends the same.
  if (!(await NewsModel.exists({ userId, mailedBy: jobId }))) {
    const ids = (await unmailed(userId, plan)).map(({ _id }) => _id);
    const now = new Date();
    await NewsModel.updateMany({ _id: { $in: ids } }, { $set: { mailedAt: now, lastMailedAt: now, mailedBy: jobId } });
  }
  const stored = await NewsModel.find({ userId, mailedBy: jobId }).lean<StoredNews[]>();
  if (stored.length === 0) return;
  const news = (await shownNews(stored)).sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  const { config, queue } = platform();
  const key = `news:${jobId}`;
  const values = {
    lines: news
      .slice(0, LINES)
      .map(({ title, text }) => lineOf(title, text))
      .join('\n'),
    more: String(Math.max(0, news.length - LINES)),
    url: `${config.appOrigin}/notifications`,
  };
  await queue.enqueue(mailJobs.send, { key, to: plan.email, template: 'news', values }, { uniqueKey: key });
}

/** News that came during the job was too late for its mail. */
async function mailLater({ userId }: { userId: string }, { state }: JobStatus): Promise<void> {
  if (state !== 'done') return;
  const plan = await newsPlanOf(userId, wantedKinds());
  if (plan?.isWanted && (await unmailed(userId, plan)).length > 0) await enqueue(userId, plan);
}

async function enqueue(userId: string, plan: NewsPlan): Promise<void> {
  const runAt = plan.pace === 'daily' ? evening(plan.timeZone ?? 'UTC') : await withinTheHour(userId);
  await platform().queue.enqueue(newsJobs.mail, { userId }, { runAt, uniqueKey: `${userId}:${plan.pace}` });
}

async function withinTheHour(userId: string): Promise<Date> {
  const last = await NewsModel.findOne({ userId, lastMailedAt: { $ne: null } }, { lastMailedAt: 1 })
    .sort({ lastMailedAt: -1 })
    .lean<Pick<StoredNews, 'lastMailedAt'>>();
  return new Date(Math.max(Date.now() + PATIENCE, (last?.lastMailedAt?.getTime() ?? 0) + HOUR));
}

/** The next 6 pm there; on a day without it, the time by UTC. */
function evening(timeZone: string): Date {
  const now = Date.now();
  const at = (moment: number) => zonedToUtc(`${utcToZoned(new Date(moment), timeZone).date}T${EVENING}`, timeZone);
  return [at(now), at(now + DAY)].find((each) => each && each.getTime() > now + PATIENCE) ?? new Date(now + DAY);
}

/** Lines that were neither seen nor mailed, of chosen kinds, and without a mail of their own. */
async function unmailed(userId: string, { kinds, pace }: NewsPlan): Promise<StoredNews[]> {
  const types = NEWS_TYPES.filter((type) => kinds.some((kind) => kind === KINDS[type]));
  const found = await NewsModel.find({ userId, seenAt: null, mailedAt: null, type: { $in: types } }).lean<
    StoredNews[]
  >();
  if (pace === 'daily') return found;
  const events = await findEvents(found.flatMap(({ eventId }) => (eventId ? [String(eventId)] : [])));
  const own = new Set(events.filter(({ creatorId }) => creatorId === userId).map(({ id }) => id));
  return found.filter(({ type, eventId }) => !(WITH_OWN_MAIL.includes(type) && own.has(String(eventId))));
}

function wantedKinds(): Notification[] {
  return [...new Set(Object.values(KINDS).filter((kind) => kind !== null))];
}

function lineOf(title: string, text: string): string {
  return [title, text].map((part) => cut(part.replace(/\s+/g, ' '))).join('\t');
}

/** Whole characters, as a reader sees them. */
function cut(part: string): string {
  if (part.length <= PART_MAX) return part;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(part)) {
    if (kept.length + segment.length >= PART_MAX) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
