import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Heading, Paragraph } from './parts.tsx';

export const secondFactorChangedMail: Mail<'second-factor-changed'> = {
  subject: () => 'How you sign in was changed',
  preheader: () => 'It was you? Then there is nothing to do.',
  body: ({ firstName, what, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}was this you?`)}</Heading>
      <Paragraph>{oneLine(what, 300)}</Paragraph>
      <Paragraph>
        If it was you, there is nothing to do. If not, look at the ways to sign in to your account and choose a new
        password.
      </Paragraph>
      <Action label="Look at my account" url={url} />
    </>
  ),
  reason: 'You get this because it concerns the safety of your account.',
  kind: null,
  sample: {
    firstName: 'Ines',
    what: 'A code from your phone is now asked for when you sign in.',
    url: 'https://vidday.example/settings/profile#security',
  },
};
