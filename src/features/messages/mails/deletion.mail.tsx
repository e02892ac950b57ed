import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const deletionMail: Mail<'deletion'> = {
  subject: () => 'Your account is going to be deleted',
  preheader: () => 'You have 30 days to change your mind.',
  body: ({ firstName, until, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}goodbye, or not yet?`)}</Heading>
      <Paragraph>
        Your account is closed. On {oneLine(until)} it is deleted for good, with every VidDay of yours that was not
        given by then; a gift stays with whoever got it. Until that day one button brings it all back.
      </Paragraph>
      <Action label="Keep my account" url={url} />
      <Note>You did not ask for this? Then press the button and choose a new password.</Note>
    </>
  ),
  reason: 'You get this because it concerns the safety of your account.',
  kind: null,
  sample: {
    firstName: 'Ines',
    until: '21 December 2026',
    url: 'https://vidday.example/auth/keep-account/8Zc0pYl2qvJm1sXHn7eUoTq4Rk9bWd3f',
  },
};
