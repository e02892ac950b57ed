import type { Mail } from './mail.ts';
import { Action, Heading, Note, Quote } from './parts.tsx';

export const chatAnswerMail: Mail<'chat-answer'> = {
  subject: () => 'A reply to your question',
  preheader: () => 'You can pick up right where you left off.',
  body: ({ message, url }) => (
    <>
      <Heading>You asked, here’s our reply</Heading>
      <Quote text={message} />
      <Action label="Read and reply" url={url} />
      <Note>You can carry on with the chat there, right where you left off.</Note>
    </>
  ),
  reason: 'You’re getting this because you asked us something in the chat and left this address.',
  kind: null,
  sample: {
    message: 'Yes, everyone can send as many clips as they like.\nThe price only depends on how long the film is.',
    url: 'https://vidday.example/help?chat=8Zc0pYl2qvJm1sXH',
  },
};
