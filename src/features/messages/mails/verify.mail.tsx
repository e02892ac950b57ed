import { addressed, type Mail, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const verifyMail: Mail<'verify'> = {
  subject: () => 'Confirm your address',
  preheader: () => 'One press of a button, and your account is complete.',
  body: ({ firstName, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}is this your address?`)}</Heading>
      <Paragraph>
        Somebody, most likely you, made an account at VidDay with it. Confirm it, and we know where to reach you when
        your film is ready.
      </Paragraph>
      <Action label="Yes, this is my address" url={url} />
      <Note>
        The link works once, for 48 hours, where you are logged in. It was not you? Then do nothing; or open it and say
        so, and we lock out whoever it was.
      </Note>
    </>
  ),
  reason: 'You get this because your address was typed in when an account was made.',
  kind: null,
  sample: { firstName: 'Ines', url: 'https://vidday.example/auth/activate/8Zc0pYl2qvJm1sXHn7eUoTq4Rk9bWd3f' },
};
