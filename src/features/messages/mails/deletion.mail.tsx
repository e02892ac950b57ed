import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const deletionMail: Mail<'deletion'> = {
  subject: () => 'Your account will be deleted',
  preheader: () => 'You have 30 days to change your mind.',
  body: ({ firstName, until, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}goodbye, or not yet?`)}</Heading>
      <Paragraph>
        Your account is closed. On {oneLine(until)} it will be deleted for good. A VidDay with another organiser becomes
        theirs, and gifts stay with the people who got them. Every other VidDay is deleted with it. Until that day, one
        button brings it all back. A membership doesn’t come back by itself.
      </Paragraph>
      <Action label="Keep my account" url={url} />
      <Note>Didn’t ask for this? Press the button and choose a new password.</Note>
    </>
  ),
  reason: 'You’re getting this because it’s about the security of your account.',
  kind: null,
  sample: {
    firstName: 'Ines',
    until: '21 December 2026',
    url: 'https://vidday.example/auth/keep-account/8Zc0pYl2qvJm1sXHn7eUoTq4Rk9bWd3f',
  },
};
