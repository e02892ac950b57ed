import { addressed, type Mail, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const changeEmailNewMail: Mail<'change-email-new'> = {
  subject: () => 'Confirm your new address',
  preheader: () => 'From then on we write to you here.',
  body: ({ firstName, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}is this your new address?`)}</Heading>
      <Paragraph>
        An account at VidDay is to move to this address. Confirm it here, and at the old address too: then you sign in
        with this one, and we write to you here.
      </Paragraph>
      <Action label="Yes, this is my address" url={url} />
      <Note>The link works once, for 24 hours. You know nothing of this? Then do nothing, and nothing changes.</Note>
    </>
  ),
  reason: 'You get this because your address was typed in as the new one of an account.',
  kind: null,
  sample: { firstName: 'Ines', url: 'https://vidday.example/auth/change-email/8Zc0pYl2qvJm1sXHn7eUoTq4Rk9bWd3f' },
};
