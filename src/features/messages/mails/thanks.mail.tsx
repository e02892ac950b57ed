import { listNames } from '../../../shared/format.ts';
import { addressed, isName, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

const SENT: Record<string, string> = {
  heart: 'sent you a heart',
  note: 'wrote you a note',
  video: 'recorded a video for you',
};

/** The senders; implausible names are left out, because they are unverified. */
export function whoIn(from: string, otherwise = 'Someone'): string {
  return listNames(namesIn(from), otherwise);
}

/** "Ruth says thank you", "Ruth and Karl say thank you". */
export function thankWords(from: string): string {
  return `${whoIn(from)} ${namesIn(from).length > 1 ? 'say' : 'says'} thank you`;
}

function namesIn(from: string): string[] {
  return from
    .split('\n')
    .map((name) => oneLine(name))
    .filter(isName);
}

export const thanksMail: Mail<'thanks'> = {
  subject: () => 'A thank-you for you',
  preheader: () => 'It’s waiting on the page of what you sent.',
  body: ({ firstName, from, kind, tone, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}${thankWords(from)}`)}</Heading>
      <Paragraph>
        {tone === 'quiet' && kind === 'heart'
          ? `${thankWords(from)} for your part in the film.`
          : `${whoIn(from)} ${SENT[kind] ?? SENT.note} for your part in the film.`}{' '}
        You’ll find it with your clip.
      </Paragraph>
      <Action label="See it" url={url} />
      <Note>Anyone with this link can take your clip back, so keep it to yourself.</Note>
    </>
  ),
  reason: 'You’re getting this because your address was entered with a clip.',
  kind: 'ownClip',
  sample: {
    firstName: 'Anna',
    from: 'Ruth',
    kind: 'heart',
    tone: 'warm',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b/receipt/rSample000000000000000',
  },
};
