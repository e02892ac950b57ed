import { type Mail, oneLine } from './mail.ts';
import { Action, Heading, Paragraph } from './parts.tsx';

export const paymentNoteMail: Mail<'payment-note'> = {
  subject: () => 'About your payment',
  preheader: () => 'Have a quick look.',
  body: ({ title, what, url }) => (
    <>
      <Heading>About your payment</Heading>
      <Paragraph>This is about “{oneLine(title)}”.</Paragraph>
      <Paragraph>{oneLine(what, 400)}</Paragraph>
      <Action label="Have a look" url={url} />
    </>
  ),
  reason: 'You’re getting this because you’re making a VidDay.',
  kind: null,
  sample: {
    title: 'Ruth’s 80th birthday',
    what: 'You paid twice for the same film, so $5.00 is on its way back to you.',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  },
};
