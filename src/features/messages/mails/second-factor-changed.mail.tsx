import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Heading, Paragraph } from './parts.tsx';

export const secondFactorChangedMail: Mail<'second-factor-changed'> = {
  subject: () => 'The way you log in was changed',
  preheader: () => 'Was it you? Then there’s nothing to do.',
  body: ({ firstName, what, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}was this you?`)}</Heading>
      <Paragraph>{oneLine(what, 300)}</Paragraph>
      <Paragraph>
        If it was you, there’s nothing to do. If not, check the ways to log in to your account and choose a new
        password.
      </Paragraph>
      <Action label="Check my account" url={url} />
    </>
  ),
  reason: 'You’re getting this because it’s about the security of your account.',
  kind: null,
  sample: {
    firstName: 'Ines',
    what: 'Logging in now asks for a code from your phone.',
    url: 'https://vidday.example/settings/profile#security',
  },
};
