import { count, listNames } from '../../../shared/format.ts';
import { amount, isName, type Mail, oneLine, titleWords } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

const NAMED = 6;

export const clipsArrivedMail: Mail<'clips-arrived'> = {
  // Must not reveal the recipient or the gift to bystanders.
  subject: () => 'Something new has come in',
  preheader: () => 'See what it is and who sent it.',
  body: ({ title, clips, people, names, total, waiting, url }) => (
    <>
      <Heading>Something new has come in</Heading>
      <Paragraph>
        {whoOf(names, amount(people))} sent {count(amount(clips), 'clip')} for {titleWords(title)}.
        {amount(total) > amount(clips) && ` That makes ${amount(total)} so far.`}
      </Paragraph>
      {amount(waiting) > 0 && <Paragraph>{lateWords(amount(waiting))}</Paragraph>}
      <Action label="Have a look" url={url} />
      <Note>When more come in, we’ll write again: once a day at most, with everything new.</Note>
    </>
  ),
  reason: 'You’re getting this because you’re making a VidDay.',
  kind: 'clipArrived',
  sample: {
    title: 'Ruth’s 80th birthday',
    clips: '5',
    people: '4',
    names: 'Anna\nBen\nKarl',
    total: '12',
    waiting: '2',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  },
};

function lateWords(waiting: number): string {
  const it = waiting === 1 ? 'it' : 'they';
  return `${count(waiting, 'clip')} came in late. Should ${it} go into the film? You decide in the studio.`;
}

/** Names are unverified input: those that don't look like names are only counted. */
function whoOf(names: string, people: number): string {
  const shown = names
    .split('\n')
    .map((name) => oneLine(name))
    .filter(isName)
    .slice(0, NAMED);
  const others = people - shown.length;
  if (shown.length === 0) return people === 1 ? 'Someone' : count(people, 'person', 'people');
  return listNames(others > 0 ? [...shown, count(others, 'other')] : shown);
}
