import { addressed, type Mail, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const changeEmailNewMail: Mail<'change-email-new'> = {
  subject: () => 'Confirm your new address',
  preheader: () => 'From then on, we’ll write to you here.',
  body: ({ firstName, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}is this your new address?`)}</Heading>
      <Paragraph>
        You asked to use this address for your VidDay account. Confirm it here and at your old address. After that, you
        log in with this one and we write to you here.
      </Paragraph>
      <Action label="Yes, this is my address" url={url} />
      <Note>The link works once, for 24 hours. Not expecting this? Just ignore it, and nothing changes.</Note>
    </>
  ),
  reason: 'You’re getting this because your address was entered as the new one for an account.',
  kind: null,
  sample: { firstName: 'Ines', url: 'https://vidday.example/auth/change-email/8Zc0pYl2qvJm1sXHn7eUoTq4Rk9bWd3f' },
};
