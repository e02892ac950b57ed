import { count } from '../../../shared/format.ts';
import { amount, type Mail, oneLine, titleWords } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const deadlineNearMail: Mail<'deadline-near'> = {
  // Read over a shoulder it must not tell who gets something, or what.
  subject: ({ days }) => (amount(days) > 0 ? `${left(amount(days))} left to send something` : 'The last day is here'),
  preheader: () => 'See who is still missing, and write to them once more.',
  body: ({ title, until, days, clips, people, url }) => (
    <>
      <Heading>{amount(days) > 0 ? `${left(amount(days))} left` : 'The last day is here'}</Heading>
      <Paragraph>
        Clips for {titleWords(title)} can be sent until {oneLine(until)}. {standing(amount(clips), amount(people))}
      </Paragraph>
      <Paragraph>{amount(days) > 0 ? adviceBefore(amount(clips)) : adviceOnTheDay(amount(clips))}</Paragraph>
      <Action label="Look who is there" url={url} />
      <Note>Should it be another day? You can move it there at any time.</Note>
    </>
  ),
  reason: 'You get this because you are making a VidDay.',
  kind: 'reminders',
  sample: {
    title: 'Ruth’s 80th birthday',
    until: 'Friday, June 12 at 6:00 PM (Europe/Berlin)',
    days: '3',
    clips: '12',
    people: '9',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  },
};

function left(days: number): string {
  return days === 1 ? 'One day is' : `${days} days are`;
}

function standing(clips: number, people: number): string {
  if (clips === 0) return 'So far nobody has sent one.';
  return `So far there ${clips === 1 ? 'is' : 'are'} ${count(clips, 'clip')} from ${count(people, 'person', 'people')}.`;
}

function adviceBefore(clips: number): string {
  if (clips === 0) return 'Send your link around once more, with a word on how short a clip may be: that helps most.';
  return 'Somebody is missing? Send them the link once more, with a word on how short a clip may be: that helps most.';
}

function adviceOnTheDay(clips: number): string {
  if (clips === 0) return 'Send your link around once more, or give everybody some more time.';
  return 'Somebody is missing? Write to them now. Everybody is there? Then look it through once and publish the film.';
}
