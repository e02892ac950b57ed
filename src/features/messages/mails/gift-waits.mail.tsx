import { type Mail, nameOr, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const giftWaitsMail: Mail<'gift-waits'> = {
  // Still wrapped: name neither the gift nor the occasion.
  subject: () => 'It’s still here for you',
  preheader: () => 'Whenever you have a quiet moment.',
  body: ({ firstName, from, url }) => (
    <>
      <Heading>
        {sentence(`${nameOr(firstName, '') && `${nameOr(firstName, '')}, `}this is still waiting for you`)}
      </Heading>
      <Paragraph>
        {nameOr(from, 'Someone who knows you')} left something with us for you a few days ago. It’s wrapped, and it
        keeps until you have a quiet moment for it.
      </Paragraph>
      <Action label="Unwrap it" url={url} />
      <Note>This link is just for you. We won’t remind you again.</Note>
    </>
  ),
  reason: 'You’re getting this once, because someone who knows you asked us to remind you.',
  kind: 'gifts',
  sample: {
    firstName: 'Ruth',
    from: 'Ines',
    url: 'https://vidday.example/e/pSample000000000000000',
  },
};
