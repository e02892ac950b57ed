import type { JobContext, JobStatus } from '../../platform/job-queue.ts';
import { platform } from '../../platform/platform.ts';
import type { Work } from '../../platform/queue/handled-jobs.ts';
import { closedBy } from '../../shared/collecting.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { titleOf } from '../events/event-facts.service.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { addressFor } from '../profiles/mail-choices.service.ts';
import { newsOfClip } from './clip-news.ts';
import { peopleOf } from './contributor-identity.service.ts';
import { mediaJobs } from './job-types.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { firstWord, summaries } from './media.queries.ts';

/** How long the first clip waits for others in the same mail. */
const GATHERED = 15 * 60_000;
/** Minimum interval between mails about an event. */
const PAUSE = 24 * 3_600_000;
/** Maximum names passed to a mail, which shows fewer. */
const NAMES = 20;

type Data = { eventId: string };

/** Tells the organisers of a ready clip, and enqueues a mail. Idempotent. */
export async function tellOfClip(media: StoredMedia): Promise<void> {
  await newsOfClip(media);
  if (media.told || media.isOrganisers || media.isThankYou) return;
  await enqueueMail(String(media.eventId));
}

/** Does `clips.arrived`. */
export const arrivedWork: Work<Data> = { run: mailClips, ended: mailLater };

async function mailClips({ eventId }: Data, { jobId }: JobContext): Promise<void> {
  const reader = await readerOf(eventId);
  if (!reader) return;
  const { event, to } = reader;
  // The clips of a job are fixed once, so that a retry sends the same.
  if (!(await MediaModel.exists({ eventId, 'told.jobId': jobId }))) {
    const told = { at: new Date(), jobId };
    await MediaModel.updateMany(untold(eventId, to), { $set: { told } }, { timestamps: false });
  }
  const clips = await MediaModel.find({ eventId, 'told.jobId': jobId }, { contributor: 1, late: 1 }).lean<
    StoredMedia[]
  >();
  if (clips.length === 0) return;
  const people = new Map(
    clips.flatMap(({ contributor }) => peopleOf(contributor)).map(({ person, name }) => [person, name]),
  );
  const total = (await summaries([eventId])).get(eventId)?.media ?? clips.length;
  const { config, queue } = platform();
  const key = `clips-arrived:${jobId}`;
  await queue.enqueue(
    mailJobs.send,
    {
      key,
      to,
      unlessSeen: { userId: event.creatorId ?? '', eventId, type: 'clipArrived' },
      template: 'clips-arrived',
      occasion: event.occasion,
      values: {
        title: titleOf(event),
        clips: String(clips.length),
        people: String(people.size),
        names: [...people.values()].slice(0, NAMES).map(firstWord).join('\n'),
        total: String(total),
        waiting: String(clips.filter(({ late }) => late === 'waiting').length),
        url: `${config.appOrigin}/e/${event.uuid}`,
      },
    },
    { uniqueKey: key },
  );
}

/** A clip that arrived during the job was too late for its mail. */
async function mailLater({ eventId }: Data, { state }: JobStatus): Promise<void> {
  if (state !== 'done') return;
  const reader = await readerOf(eventId);
  if (reader && (await MediaModel.exists(untold(eventId, reader.to)))) await enqueueMail(eventId);
}

async function enqueueMail(eventId: string): Promise<void> {
  const [last] = await MediaModel.find({ eventId, told: { $ne: null } }, { told: 1 })
    .sort({ 'told.at': -1 })
    .limit(1)
    .lean<StoredMedia[]>();
  const next = (last?.told?.at.getTime() ?? 0) + PAUSE;
  const runAt = new Date(Math.max(Date.now() + GATHERED, next));
  await platform().queue.enqueue(mediaJobs.arrived, { eventId }, { runAt, uniqueKey: eventId });
}

/** Receiver of mails about new clips; null if the event is deleted or orphaned, or the mails are unwanted. */
async function readerOf(eventId: string): Promise<{ event: EventRecord; to: string } | null> {
  const event = await findEvent(eventId);
  if (!event?.creatorId || closedBy(event) === 'state') return null;
  const to = await addressFor(event.creatorId, 'clipArrived');
  return to ? { event, to } : null;
}

/** Clips of others that the organiser was not mailed about; hidden ones have been seen. */
function untold(eventId: string, organiser: string) {
  return {
    eventId,
    status: 'ready' as const,
    deletedAt: null,
    hidden: false,
    isThankYou: false,
    isOrganisers: { $ne: true },
    // Organisers may use the link like everyone else.
    'contributor.email': { $ne: organiser },
    told: null,
  };
}
