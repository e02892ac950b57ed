import { type Mail, titleWords } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const filmReadyMail: Mail<'film-ready'> = {
  // The recipient may be next to the organiser: no title or name outside the mail's body.
  subject: () => 'It’s ready: have a look before anyone else does',
  preheader: () => 'Watch it yourself first, then choose when to give it.',
  body: ({ title, url }) => (
    <>
      <Heading>The film is ready</Heading>
      <Paragraph>We put {titleWords(title)} together. Watch it yourself first, then choose when to give it.</Paragraph>
      <Action label="Watch and give" url={url} />
      <Note>
        Want to change something? Change it and publish again: it’s quick, and you only pay if the new film costs more
        than this one.
      </Note>
    </>
  ),
  reason: 'You’re getting this because you’re making a VidDay.',
  kind: 'filmReady',
  sample: { title: 'Ruth’s 80th birthday', url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b' },
};
