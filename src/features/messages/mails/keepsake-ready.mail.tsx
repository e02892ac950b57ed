import { type Mail, nameOr, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const keepsakeReadyMail: Mail<'keepsake-ready'> = {
  subject: () => 'Your box is packed',
  preheader: () => 'It’s ready to download for seven days.',
  body: ({ firstName, url }) => (
    <>
      <Heading>{sentence(`${nameOr(firstName, '') && `${nameOr(firstName, '')}, `}your box is packed`)}</Heading>
      <Paragraph>
        Everything is in it, and a page that opens all of it without the internet. It’s a big download, so a computer is
        the best place for it.
      </Paragraph>
      <Action label="Download it" url={url} />
      <Note>We keep it for seven days. After that you can pack it again, as often as you like.</Note>
    </>
  ),
  reason: 'You’re getting this once, because you asked us to pack it.',
  kind: null,
  sample: {
    firstName: 'Ruth',
    url: 'https://vidday.example/e/pSample000000000000000/keepsake',
  },
};
