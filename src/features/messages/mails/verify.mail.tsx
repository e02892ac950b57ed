import { addressed, type Mail, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const verifyMail: Mail<'verify'> = {
  subject: () => 'Confirm your address',
  preheader: () => 'One tap, and your account is complete.',
  body: ({ firstName, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}is this your address?`)}</Heading>
      <Paragraph>
        Someone, most likely you, used it to create a VidDay account. Confirm it, so we know where to reach you when
        your film is ready.
      </Paragraph>
      <Action label="Yes, this is my address" url={url} />
      <Note>
        The link works once, for 48 hours, in a browser where you’re logged in. Wasn’t you? Ignore it, or open it and
        say so, and we’ll lock that person out.
      </Note>
    </>
  ),
  reason: 'You’re getting this because your address was used to create an account.',
  kind: null,
  sample: { firstName: 'Ines', url: 'https://vidday.example/auth/activate/8Zc0pYl2qvJm1sXHn7eUoTq4Rk9bWd3f' },
};
