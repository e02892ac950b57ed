import { type Mail, titleWords } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const filmReadyMail: Mail<'film-ready'> = {
  // The one who gets the gift may sit beside the one who makes it: no title and no name outside of the mail itself.
  subject: () => 'It is ready: have a look before anybody else does',
  preheader: () => 'Watch it once yourself, then choose when it is given.',
  body: ({ title, url }) => (
    <>
      <Heading>The film is ready</Heading>
      <Paragraph>We put {titleWords(title)} together. Watch it once yourself, then choose when it is given.</Paragraph>
      <Action label="Watch and deliver" url={url} />
      <Note>Something to change? Change it and publish again: that is quick and costs nothing.</Note>
    </>
  ),
  reason: 'You get this because you are making a VidDay.',
  kind: 'filmReady',
  sample: { title: 'Ruth’s 80th birthday', url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b' },
};
