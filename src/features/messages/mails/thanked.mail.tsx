import type { Mail } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';
import { thankWords, whoIn } from './thanks.mail.tsx';

const SENT: Record<string, string> = {
  heart: 'sent a heart to everyone in the film',
  note: 'wrote a note to everyone in the film',
  video: 'recorded a video for everyone in the film',
};

export const thankedMail: Mail<'thanked'> = {
  subject: () => 'A thank-you has come back',
  preheader: () => 'It’s waiting in your studio.',
  body: ({ from, kind, tone, url }) => (
    <>
      <Heading>{thankWords(from)}</Heading>
      <Paragraph>
        {tone === 'quiet' && kind === 'heart'
          ? `${thankWords(from)} to everyone in the film.`
          : `${whoIn(from)} ${SENT[kind] ?? SENT.note}.`}{' '}
        You’ll find it in your studio, below the film.
      </Paragraph>
      <Action label="See it" url={url} />
      <Note>Everyone else sees it on the page of their own clip.</Note>
    </>
  ),
  reason: 'You’re getting this because you made a VidDay.',
  kind: 'thankYou',
  sample: {
    from: 'Ruth',
    kind: 'note',
    tone: 'warm',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  },
};
