import { type Mail, titleWords } from './mail.ts';
import { Action, Heading, Paragraph } from './parts.tsx';

export const filmFailedMail: Mail<'film-failed'> = {
  subject: () => 'It didn’t finish, but nothing is lost',
  preheader: () => 'Open it and publish again.',
  body: ({ title, url }) => (
    <>
      <Heading>The film didn’t finish</Heading>
      <Paragraph>
        Something stopped the film of {titleWords(title)}. Nothing was lost, and you won’t be charged twice.
      </Paragraph>
      <Paragraph>
        Open it and publish again. If a clip is the cause, you’ll see it there and can leave it out.
      </Paragraph>
      <Action label="Have a look" url={url} />
    </>
  ),
  reason: 'You’re getting this because you’re making a VidDay.',
  kind: 'filmReady',
  sample: { title: 'Ruth’s 80th birthday', url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b' },
};
