import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Heading, Paragraph } from './parts.tsx';

export const presentNoteMail: Mail<'present-note'> = {
  subject: () => 'About your payment',
  preheader: () => 'Have a quick look.',
  body: ({ firstName, what, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}about your payment`)}</Heading>
      <Paragraph>{oneLine(what, 400)}</Paragraph>
      <Action label="Have a look" url={url} />
    </>
  ),
  reason: 'You’re getting this because you gave something on VidDay and left this address.',
  kind: null,
  sample: {
    firstName: 'Jonas',
    what: 'You gave $20.00, plus a card fee of $0.91: $20.91 in all. Thank you.',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  },
};
