import { addressed, type Mail, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const resetMail: Mail<'reset'> = {
  subject: () => 'Choose a new password',
  preheader: () => 'The link works once, for an hour.',
  body: ({ firstName, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}choose a new password`)}</Heading>
      <Paragraph>Someone asked for a new password for your account. If that was you, here you go.</Paragraph>
      <Action label="Choose a new password" url={url} />
      <Note>The link works once, for an hour. Wasn’t you? Just ignore this: your password stays as it is.</Note>
    </>
  ),
  reason: 'You’re getting this because it’s about the security of your account.',
  kind: null,
  sample: { firstName: 'Ines', url: 'https://vidday.example/auth/reset-password/8Zc0pYl2qvJm1sXHn7eUoTq4Rk9bWd3f' },
};
