import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Heading, Note, Paragraph } from './parts.tsx';

export const emailChangedMail: Mail<'email-changed'> = {
  subject: () => 'Your account has moved to another address',
  preheader: () => 'This is the last mail that we send here.',
  body: ({ firstName, newEmail }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}your account has a new address`)}</Heading>
      <Paragraph>
        It is {oneLine(newEmail, 254)} now. You sign in with that one, and we write to you there. This is the last mail
        that we send to this address.
      </Paragraph>
      <Note>It was not you? Answer this mail at once, and we look into it together.</Note>
    </>
  ),
  reason: 'You get this because it concerns the safety of your account.',
  kind: null,
  sample: { firstName: 'Ines', newEmail: 'ines.elsewhere@example.com' },
};
