import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Facts, Heading, Paragraph } from './parts.tsx';

export const newDeviceMail: Mail<'new-device'> = {
  subject: () => 'A new device logged in to your account',
  preheader: () => 'Was it you? Then there’s nothing to do.',
  body: ({ firstName, device, when, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}was this you?`)}</Heading>
      <Paragraph>Someone logged in to your account on a device we haven’t seen before.</Paragraph>
      <Facts
        facts={[
          ['Device', oneLine(device)],
          ['When', oneLine(when)],
        ]}
      />
      <Paragraph>
        If it was you, there’s nothing to do. If not, sign that device out and choose a new password.
      </Paragraph>
      <Action label="Show my devices" url={url} />
    </>
  ),
  reason: 'You’re getting this because it’s about the security of your account.',
  kind: null,
  sample: {
    firstName: 'Ines',
    device: 'Firefox on Windows',
    when: 'Saturday, 21 November 2026, 18:04 (Europe/Berlin)',
    url: 'https://vidday.example/settings/profile#security',
  },
};
