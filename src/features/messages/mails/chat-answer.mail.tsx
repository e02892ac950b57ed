import type { Mail } from './mail.ts';
import { Action, Heading, Note, Quote } from './parts.tsx';

export const chatAnswerMail: Mail<'chat-answer'> = {
  subject: () => 'An answer to what you asked us',
  preheader: () => 'You can go on right where you left.',
  body: ({ message, url }) => (
    <>
      <Heading>You asked, and here is an answer</Heading>
      <Quote text={message} />
      <Action label="Read and answer" url={url} />
      <Note>You can go on with the chat there, right where you left.</Note>
    </>
  ),
  reason: 'You get this because you asked us something in the chat and left this address.',
  kind: null,
  sample: {
    message:
      'Yes, everybody can send as many clips as they like.\nThe price depends on how long the film is, nothing else.',
    url: 'https://vidday.example/help?chat=8Zc0pYl2qvJm1sXH',
  },
};
