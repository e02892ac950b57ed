import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const changeEmailOldMail: Mail<'change-email-old'> = {
  subject: () => 'Shall your account move to another address?',
  preheader: () => 'Nothing changes until you say so here and at the new address.',
  body: ({ firstName, newEmail, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}shall we write elsewhere?`)}</Heading>
      <Paragraph>
        Somebody who is signed in to your account wants its address to be {oneLine(newEmail, 254)}. Nothing changes
        until this is confirmed here and at the new address.
      </Paragraph>
      <Action label="Confirm the change" url={url} />
      <Note>
        The link works once, for 24 hours. It was not you? Then don’t confirm it, and choose a new password: somebody
        else is in your account.
      </Note>
    </>
  ),
  reason: 'You get this because it concerns the safety of your account.',
  kind: null,
  sample: {
    firstName: 'Ines',
    newEmail: 'ines.elsewhere@example.com',
    url: 'https://vidday.example/auth/change-email/8Zc0pYl2qvJm1sXHn7eUoTq4Rk9bWd3f',
  },
};
