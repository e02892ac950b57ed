import type { Event } from '../../src/shared/contracts/events.ts';
import { count, duration, timeLeftWords } from '../../src/shared/format.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import type { BadgeTone } from '../ui/badge.tsx';
import type { IconName } from '../ui/icon.tsx';

/** Fields of an event on the dashboard. */
export interface DashboardEvent
  extends Pick<
    Event,
    | 'uuid'
    | 'title'
    | 'occasion'
    | 'status'
    | 'isClosed'
    | 'acceptsClips'
    | 'deadline'
    | 'timeZone'
    | 'counts'
    | 'length'
    | 'deliverAt'
    | 'deliveredAt'
  > {
  openedAt: string | null;
  /** First names of the recipients. */
  recipients: readonly string[];
  /** Up to three posters of clips. */
  posters: readonly string[];
  /** Whether a film can be watched. */
  hasFilm: boolean;
  /** The running render, 0..1. */
  render: { progress: number; step: string } | null;
  /** Name of the creator, for an event of someone else. */
  sharedBy?: string | null;
}

export interface ParcelWords {
  badge: { tone?: BadgeTone; icon?: IconName; text: string };
  line: string;
  next: { label: string; icon?: IconName };
  /** 0..1 during a render. */
  progress?: number;
}

/** Status, description and next step of an event. @param now milliseconds since 1970 */
export function parcelWords(event: DashboardEvent, now: number, locale?: string): ParcelWords {
  const moment = (when: string) => momentInWords(when, event.timeZone, locale);
  switch (event.status) {
    case 'finalizing': {
      const progress = event.render?.progress ?? 0;
      const step = event.render?.step ? `, ${event.render.step}` : '';
      return {
        badge: { tone: 'info', icon: 'film', text: 'Making the film' },
        line: `${Math.round(progress * 100)}%${step}.`,
        next: { label: 'Open the studio' },
        progress,
      };
    }
    case 'finalized':
      return {
        badge: { tone: 'good', icon: 'check', text: 'Film ready' },
        line: event.deliverAt ? `Goes out on ${moment(event.deliverAt)}.` : 'The film is made. When should it go out?',
        next: event.deliverAt ? { label: 'Watch it', icon: 'play' } : { label: 'Give it', icon: 'gift' },
      };
    case 'delivered':
      if (event.openedAt) {
        return {
          badge: { tone: 'good', icon: 'check', text: 'Opened' },
          line: `Unwrapped on ${moment(event.openedAt)}.`,
          next: { label: 'Watch it', icon: 'play' },
        };
      }
      return {
        badge: { tone: 'info', icon: 'mail', text: 'On its way' },
        line: event.deliveredAt ? `Sent on ${moment(event.deliveredAt)}. Not opened yet.` : 'Sent. Not opened yet.',
        next: { label: 'Watch it', icon: 'play' },
      };
    case 'suspended':
      return {
        badge: { tone: 'bad', icon: 'lock', text: 'Paused' },
        line: 'Someone reported this page and we are looking at it. Your clips are safe.',
        next: { label: 'See why' },
      };
    case 'archived':
      return {
        badge: { icon: 'gift', text: 'Put away' },
        line: 'The film is kept. One click brings everything back.',
        next: { label: 'Bring it back' },
      };
    default:
      return collecting(event, now);
  }
}

function collecting(event: DashboardEvent, now: number): ParcelWords {
  const { media, contributors } = event.counts;
  const inWords = `${count(media, 'clip')} from ${count(contributors, 'person', 'people')}, ${duration(event.length)}.`;
  if (event.isClosed) {
    return {
      badge: { tone: 'warn', icon: 'clock', text: 'Collecting is over' },
      line: media > 0 ? inWords : nothingSent(event),
      next: { label: media > 0 ? 'Make the film' : event.acceptsClips ? 'Move the deadline' : 'Open it again' },
    };
  }
  const badge: ParcelWords['badge'] = event.deadline
    ? { tone: 'warn', icon: 'clock', text: timeLeftWords(event.deadline, now) }
    : { tone: 'info', text: 'Collecting' };
  if (media === 0) {
    return {
      badge,
      line: 'No clips yet. Send the link to three people you’re sure of, and the others will follow.',
      next: { label: 'Get the link', icon: 'link' },
    };
  }
  return { badge, line: inWords, next: { label: 'Open the studio' } };
}

function nothingSent({ acceptsClips }: DashboardEvent): string {
  return acceptsClips
    ? 'Nobody has sent anything. Move the deadline and ask again?'
    : 'Nobody has sent anything. Open it again and share the link?';
}

/** Summary at the top of the page, such as "2 on the way, 1 waiting for you". */
export function summary(events: readonly DashboardEvent[]): string {
  const is = (...states: DashboardEvent['status'][]) => events.filter((event) => states.includes(event.status));
  const waiting = events.filter(
    (event) => (event.status === 'active' && event.isClosed) || (event.status === 'finalized' && !event.deliverAt),
  ).length;
  const onTheWay = is('active', 'finalizing', 'finalized').length - waiting;
  const given = is('delivered', 'archived').length;
  const parts = [
    onTheWay > 0 && `${onTheWay} on the way`,
    waiting > 0 && `${waiting} waiting for you`,
    given > 0 && `${given} given`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')}.` : '';
}
