import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Heading, Paragraph } from './parts.tsx';

export const passwordChangedMail: Mail<'password-changed'> = {
  subject: () => 'Your password was changed',
  preheader: () => 'It was you? Then there is nothing to do.',
  body: ({ firstName, more, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}your password was changed`)}</Heading>
      <Paragraph>It was you? Then there is nothing to do. On all other devices you are signed out now.</Paragraph>
      {more && <Paragraph>{oneLine(more, 600)}</Paragraph>}
      <Paragraph>It was not you? Then choose a new password at once, and nobody else gets in.</Paragraph>
      <Action label="It was not me" url={url} />
    </>
  ),
  reason: 'You get this because it concerns the safety of your account.',
  kind: null,
  sample: {
    firstName: 'Ines',
    more: 'Your passkeys were removed: you can add those that you use again. Signing in with Google was removed, and comes back by itself when you next use it with this address.',
    url: 'https://vidday.example/auth/forgot-password',
  },
};
