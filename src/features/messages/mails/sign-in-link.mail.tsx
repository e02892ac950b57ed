import { addressed, type Mail, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const signInLinkMail: Mail<'sign-in-link'> = {
  subject: () => 'Your link to log in',
  preheader: () => 'It works once, for 10 minutes.',
  body: ({ firstName, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}come in`)}</Heading>
      <Paragraph>This button logs you in, without a password.</Paragraph>
      <Action label="Log in" url={url} />
      <Note>
        The link works once, for 10 minutes. Open it in the browser where you asked for it; on another device it asks
        for the code you see there. Didn’t ask for it? Just ignore this email. Nobody gets in without it, so don’t pass
        it on to anyone.
      </Note>
    </>
  ),
  reason: 'You’re getting this because it’s about the security of your account.',
  kind: null,
  sample: { firstName: 'Ines', url: 'https://vidday.example/auth/sign-in-link/8Zc0pYl2qvJm1sXHn7eUoTq4Rk9bWd3f' },
};
