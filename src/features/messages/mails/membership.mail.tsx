import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Heading, Paragraph } from './parts.tsx';

export const membershipMail: Mail<'membership'> = {
  subject: () => 'About your membership',
  preheader: () => 'Have a quick look.',
  body: ({ firstName, what, label, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}about your membership`)}</Heading>
      <Paragraph>{oneLine(what, 400)}</Paragraph>
      <Action label={oneLine(label)} url={url} />
    </>
  ),
  reason: 'You’re getting this because you have a VidDay membership, or had one.',
  kind: null,
  sample: {
    firstName: 'Lena',
    what: 'Your card didn’t work for $59.00, so you weren’t charged. We’ll try again on 6 March 2027. You can publish films until 17 March 2027. Films you’ve published stay, for good.',
    label: 'Change the card',
    url: 'https://vidday.example/settings/membership',
  },
};
