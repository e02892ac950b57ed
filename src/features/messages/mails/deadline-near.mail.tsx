import { count } from '../../../shared/format.ts';
import { amount, type Mail, oneLine, titleWords } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const deadlineNearMail: Mail<'deadline-near'> = {
  // Must not reveal the recipient or the gift to bystanders.
  subject: ({ days }) => (amount(days) > 0 ? `${left(amount(days))} left to send something` : 'Today is the last day'),
  preheader: () => 'See who’s still missing, and send them a reminder.',
  body: ({ title, until, days, clips, people, url }) => (
    <>
      <Heading>{amount(days) > 0 ? `${left(amount(days))} left` : 'Today is the last day'}</Heading>
      <Paragraph>
        Clips for {titleWords(title)} can be sent until {oneLine(until)}. {standing(amount(clips), amount(people))}
      </Paragraph>
      <Paragraph>{amount(days) > 0 ? adviceBefore(amount(clips)) : adviceOnTheDay(amount(clips))}</Paragraph>
      <Action label="See who’s in" url={url} />
      <Note>Need another day? You can move the deadline there at any time.</Note>
    </>
  ),
  reason: 'You’re getting this because you’re making a VidDay.',
  kind: 'reminders',
  sample: {
    title: 'Ruth’s 80th birthday',
    until: 'Friday, June 12 at 6:00 PM Berlin time',
    days: '3',
    clips: '12',
    people: '9',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  },
};

function left(days: number): string {
  return days === 1 ? 'One day' : `${days} days`;
}

function standing(clips: number, people: number): string {
  if (clips === 0) return 'Nobody has sent one so far.';
  return `So far there ${clips === 1 ? 'is' : 'are'} ${count(clips, 'clip')} from ${count(people, 'person', 'people')}.`;
}

function adviceBefore(clips: number): string {
  if (clips === 0) return 'Send your link around again, and mention how short a clip can be. That helps most.';
  return 'Someone missing? Send them the link again, and mention how short a clip can be. That helps most.';
}

function adviceOnTheDay(clips: number): string {
  if (clips === 0) return 'Send your link around again, or give everyone some more time.';
  return 'Someone missing? Write to them now. Everyone in? Then watch it through once and publish the film.';
}
