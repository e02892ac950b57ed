import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Heading, Note, Paragraph } from './parts.tsx';

export const emailChangedMail: Mail<'email-changed'> = {
  subject: () => 'Your account has moved to another address',
  preheader: () => 'This is the last email we’ll send here.',
  body: ({ firstName, newEmail }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}your account has a new address`)}</Heading>
      <Paragraph>
        It’s now {oneLine(newEmail, 254)}. Log in with that one; we’ll write to you there. This is the last email we’ll
        send to this address.
      </Paragraph>
      <Note>Wasn’t you? Reply to this email right away, and we’ll look into it together.</Note>
    </>
  ),
  reason: 'You’re getting this because it’s about the security of your account.',
  kind: null,
  sample: { firstName: 'Ines', newEmail: 'ines.elsewhere@example.com' },
};
