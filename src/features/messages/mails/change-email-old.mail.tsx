import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const changeEmailOldMail: Mail<'change-email-old'> = {
  subject: () => 'Change the address of your account?',
  preheader: () => 'Nothing changes until you confirm it here and at the new address.',
  body: ({ firstName, newEmail, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}should we write to you elsewhere?`)}</Heading>
      <Paragraph>
        Someone logged in to your account wants to change its address to {oneLine(newEmail, 254)}. Nothing changes until
        this is confirmed here and at the new address.
      </Paragraph>
      <Action label="Confirm the change" url={url} />
      <Note>
        The link works once, for 24 hours. Wasn’t you? Don’t confirm it, and choose a new password: someone else is in
        your account.
      </Note>
    </>
  ),
  reason: 'You’re getting this because it’s about the security of your account.',
  kind: null,
  sample: {
    firstName: 'Ines',
    newEmail: 'ines.elsewhere@example.com',
    url: 'https://vidday.example/auth/change-email/8Zc0pYl2qvJm1sXHn7eUoTq4Rk9bWd3f',
  },
};
