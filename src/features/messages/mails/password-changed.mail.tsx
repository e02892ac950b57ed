import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Heading, Paragraph } from './parts.tsx';

export const passwordChangedMail: Mail<'password-changed'> = {
  subject: () => 'Your password was changed',
  preheader: () => 'Was it you? Then there’s nothing to do.',
  body: ({ firstName, more, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}your password was changed`)}</Heading>
      <Paragraph>Was it you? Then there’s nothing to do. You’ve been logged out on all other devices.</Paragraph>
      {more && <Paragraph>{oneLine(more, 600)}</Paragraph>}
      <Paragraph>Wasn’t you? Choose a new password right away, so nobody else gets in.</Paragraph>
      <Action label="It wasn’t me" url={url} />
    </>
  ),
  reason: 'You’re getting this because it’s about the security of your account.',
  kind: null,
  sample: {
    firstName: 'Ines',
    more: 'Your passkeys were removed. You can add the ones you use again. Logging in with Google was removed. It comes back when you next use it with this address.',
    url: 'https://vidday.example/auth/forgot-password',
  },
};
