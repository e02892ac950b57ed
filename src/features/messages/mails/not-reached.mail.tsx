import { hasLink } from '../../../platform/mail/links.ts';
import { type Mail, oneLine, titleWords } from './mail.ts';
import { Action, Heading, Paragraph } from './parts.tsx';

export const notReachedMail: Mail<'not-reached'> = {
  subject: () => 'It hasn’t arrived yet',
  preheader: () => 'Please have a look.',
  body: ({ title, what, url }) => (
    <>
      <Heading>It hasn’t arrived yet</Heading>
      <Paragraph>This is about {titleWords(title)}.</Paragraph>
      {/* The creator's address may be a stranger's, and names are free. */}
      <Paragraph>
        {hasLink(what) ? 'Somebody didn’t get it. Have a look to see who, and why.' : oneLine(what, 400)}
      </Paragraph>
      <Action label="Have a look" url={url} />
    </>
  ),
  reason: 'You’re getting this because you’re making a VidDay.',
  kind: null,
  sample: {
    title: 'Ruth’s 80th birthday',
    what: 'The email to Ruth came back. Check for typos and send it again, or hand over the link yourself.',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  },
};
