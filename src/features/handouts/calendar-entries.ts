import type { CalendarEntry } from '../../platform/calendar.ts';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { isEmbargoed } from '../events/embargo.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { premiereOf } from '../premieres/premieres.service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY_IN_MINUTES = 24 * 60;

/* Families share calendars, so that no entry names the gift or who it is for. */

/** The last hour for clips. NOT_FOUND without a deadline, or once it is over. */
export function deadlineEntry({ id, uuid, deadline, updatedAt }: EventRecord): CalendarEntry {
  if (!deadline || deadline <= new Date()) throw nothingThere('No clips are due here.');
  return {
    uid: `deadline-${id}@${host()}`,
    sequence: Math.floor(updatedAt.getTime() / MINUTE),
    start: new Date(deadline.getTime() - HOUR),
    end: deadline,
    title: 'Send your clip',
    text: 'Record it or choose one from your phone. Clips can be sent until the end of this entry.',
    url: `${platform().config.appOrigin}/e/${uuid}`,
    remindBefore: DAY_IN_MINUTES,
  };
}

/** A premiere, as long as the film. NOT_FOUND if none is planned. @param ref by which its page was opened */
export async function premiereEntry(event: EventRecord, ref: string): Promise<CalendarEntry> {
  const premiere = await premiereOf(event);
  if (!premiere || premiere.status === 'over') throw nothingThere('No premiere is planned here.');
  const start = new Date(premiere.startsAt);
  return {
    uid: `premiere-${event.id}@${host()}`,
    sequence: premiere.revision,
    start,
    end: new Date(start.getTime() + Math.max(premiere.length * 1000, HOUR / 2)),
    title: isEmbargoed(event) ? 'Save the time' : 'Watching together',
    text: 'Come a few minutes early. It starts for everyone at once.',
    url: `${platform().config.appOrigin}/e/${encodeURIComponent(ref)}/premiere`,
    remindBefore: 15,
  };
}

function host(): string {
  return new URL(platform().config.appOrigin).hostname;
}

function nothingThere(message: string): AppError {
  return new AppError('NOT_FOUND', { message });
}
