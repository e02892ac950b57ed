import { type Mail, oneLine } from './mail.ts';
import { Action, Facts, Heading, Paragraph } from './parts.tsx';

export const parcelMail: Mail<'parcel'> = {
  subject: () => 'News about your order',
  preheader: () => 'Have a quick look.',
  body: ({ title, what, tracking, url }) => (
    <>
      <Heading>News about your order</Heading>
      <Paragraph>It belongs to “{oneLine(title)}”.</Paragraph>
      <Paragraph>{oneLine(what, 400)}</Paragraph>
      {tracking && <Facts facts={[['Where it is now', oneLine(tracking, 400)]]} />}
      <Action label="See your orders" url={url} />
    </>
  ),
  reason: 'You’re getting this because you ordered something for a VidDay.',
  kind: null,
  sample: {
    title: 'Ruth’s 80th birthday',
    what: 'The video book for Ruth Weber is in the post.',
    tracking: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400000000000000000000',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b/orders',
  },
};
