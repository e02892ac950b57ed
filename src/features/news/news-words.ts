import type { NewsFacts, NewsType, Notification } from '../../shared/contracts/notifications.ts';
import { count, listNames, money, someNames } from '../../shared/format.ts';
import { titleOf } from '../events/event-facts.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import type { StoredNews } from './news.model.ts';

interface Words {
  title: string;
  /** Follows the title of the event, if it has one. */
  text: string;
  /** Below the event’s page. Default: the page itself. */
  place?: string;
}

/** The first names of those who sent, answered or opened; at most this many are shown. */
const SHOWN = 3;
const ANSWERS = { yes: 'said yes', maybe: 'said maybe', no: 'can’t take part' } as const;
const THANKED = { heart: 'A heart for everybody.', note: 'In writing.', video: 'In a video.' } as const;
const ALWAYS = '';

type Told = NewsFacts & { of: string };

const WORDS: Record<NewsType, (told: Told) => Words> = {
  clipArrived: ({ names = [], count: clips = 1, isFirst }) => ({
    title:
      isFirst && clips === 1
        ? 'Your first clip is in'
        : clips === 1
          ? `${who(names)} sent a clip`
          : `${clips} new clips`,
    text: clips === 1 && !isFirst ? '' : `From ${someNames(names, SHOWN)}.`,
  }),
  clipFailed: ({ names = [] }) => ({
    title: `A clip from ${who(names)} can’t be played`,
    text: 'Ask for another copy, or leave it out.',
  }),
  rsvp: ({ names = [], answer = 'maybe', note }) => ({
    title: `${who(names)} ${ANSWERS[answer]}`,
    text: note ? `“${note}”` : '',
    place: '/people',
  }),
  deadline: ({ days = 0, until }) => ({
    title: days === 0 ? 'Last day for clips' : `${count(days, 'day')} left for clips`,
    text: until ? `Clips can be sent until ${until}.` : '',
    place: '/people',
  }),
  previewReady: () => ({
    title: 'There’s enough to watch',
    text: 'Play the clips as they would follow each other, before the film is made.',
  }),
  filmReady: () => ({ title: 'The film is ready', text: 'Watch it before you give it.', place: '#ready' }),
  filmFailed: () => ({ title: 'The film didn’t finish', text: 'Nothing is lost. Open it and try again.' }),
  paid: ({ amount = 0, currency = 'USD' }) => ({
    title: `Paid: ${money(amount, { currency: currency.toUpperCase() })}`,
    text: 'The payment has arrived. Thank you.',
  }),
  paymentFailed: ({ names = [], note = '' }) => ({
    title: names.length > 0 ? `It hasn’t reached ${listNames(names)}` : 'It wasn’t given yet',
    text: note,
  }),
  refunded: ({ note = '' }) => ({ title: 'News about your payment', text: note }),
  delivered: ({ of, byHand }) => ({
    title: byHand ? `The gift for ${of} is open` : `It’s on its way to ${of}`,
    text: byHand ? 'The link works now. Pass it on.' : 'We’ve sent it.',
  }),
  unopened: ({ of }) => ({
    title: `${of} ${of.includes(' and ') ? 'haven’t' : 'hasn’t'} opened it yet`,
    text: 'There are words ready that remind without giving it away.',
    place: '#waits',
  }),
  opened: ({ of }) => ({ title: `${of} opened it`, text: '' }),
  thankYou: ({ of, thanks = 'note' }) => ({ title: `${of} thanked everybody`, text: THANKED[thanks] }),
  guestbook: ({ names = [], count: lines = 1 }) => ({
    title: lines === 1 ? `${who(names)} signed the guestbook` : `${lines} new lines in the guestbook`,
    text: lines === 1 ? '' : `From ${someNames(names, SHOWN)}.`,
    place: '/guestbook',
  }),
  present: ({ names = [], count: gifts = 1 }) => ({
    title: gifts === 1 ? `${who(names)} gave something extra` : `${gifts} extra presents`,
    text: gifts === 1 ? '' : `From ${someNames(names, SHOWN)}.`,
    place: '/presents',
  }),
  reward: ({ note = '' }) => ({ title: 'News from the gift pool', text: note, place: '/presents' }),
  organiserAdded: ({ names = [] }) => ({
    title: `${who(names)} organises it with you now`,
    text: 'They can change everything but the payment.',
    place: '/people',
  }),
  reportResolved: ({ isConfirmed }) => ({
    title: 'We looked at the page that you reported',
    text: isConfirmed ? 'You were right, and we closed it. Thank you.' : 'It can stay as it is. Thank you for caring.',
  }),
  order: ({ note = '' }) => ({ title: 'News about your order', text: note, place: '/orders' }),
  postcard: ({ note = '' }) => ({ title: 'News about your postcard', text: note, place: '/postcards' }),
  archiveSoon: ({ days = 0 }) => ({
    title: `It will be put away in ${count(days, 'day')}`,
    text: 'The film is kept and still plays, and you can bring it back with one click.',
  }),
  chatAnswer: () => ({ title: 'We answered your message', text: 'It’s waiting in the chat.' }),
};

/** A line as it is shown. @param event null if it is about none, or it is gone */
export function toNotification(stored: StoredNews, event: EventRecord | null): Notification {
  const facts = factsOf(stored);
  const of = listNames(event?.recipients.map(({ firstName }) => firstName) ?? [], 'They');
  const { title, text, place = '' } = WORDS[stored.type]({ ...facts, of });
  return {
    id: String(stored._id),
    type: stored.type,
    title,
    text: [event ? `${titleOf(event)}.` : ALWAYS, text].filter(Boolean).join(' '),
    url: event ? `/e/${event.uuid}${place}` : stored.type === 'chatAnswer' ? '/help/contact' : '/dashboard',
    eventId: event?.id ?? null,
    data: facts,
    seenAt: stored.seenAt?.toISOString() ?? null,
    readAt: stored.readAt?.toISOString() ?? null,
    createdAt: stored.startedAt.toISOString(),
    updatedAt: stored.at.toISOString(),
  };
}

function factsOf({ facts, items }: StoredNews): NewsFacts {
  if (items.length === 0) return facts;
  // One person’s clips count once.
  return { ...facts, names: [...new Set(items.map(({ name }) => name))].filter(Boolean), count: items.length };
}

function who(names: readonly string[]): string {
  return names[0] || 'Somebody';
}
