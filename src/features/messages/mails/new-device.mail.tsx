import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Facts, Heading, Paragraph } from './parts.tsx';

export const newDeviceMail: Mail<'new-device'> = {
  subject: () => 'A new device signed in to your account',
  preheader: () => 'It was you? Then there is nothing to do.',
  body: ({ firstName, device, when, url }) => (
    <>
      <Heading>{sentence(`${addressed(firstName)}was this you?`)}</Heading>
      <Paragraph>Somebody signed in to your account on a device that we have not seen before.</Paragraph>
      <Facts
        facts={[
          ['Device', oneLine(device)],
          ['When', oneLine(when)],
        ]}
      />
      <Paragraph>
        If it was you, there is nothing to do. If not, sign that device out and choose a new password.
      </Paragraph>
      <Action label="Show my devices" url={url} />
    </>
  ),
  reason: 'You get this because it concerns the safety of your account.',
  kind: null,
  sample: {
    firstName: 'Ines',
    device: 'Firefox on Windows',
    when: 'Saturday, 21 November 2026, 18:04 (Europe/Berlin)',
    url: 'https://vidday.example/settings/profile#security',
  },
};
