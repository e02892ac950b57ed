import { type Mail, nameOr } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const recipientVisitMail: Mail<'recipient-visit'> = {
  // Seen on lock screens beside the recipient: neither the gift nor their name.
  subject: () => 'That was close',
  preheader: () => 'All is well, but have a look.',
  body: ({ firstName, url }) => {
    const who = nameOr(firstName, 'The person it’s for');
    return (
      <>
        <Heading>{who} opened your page</Heading>
        <Paragraph>
          {who} followed the link that you share with everyone, logged in with their own address. We knew them, so they
          saw an empty page: no name, no film, no occasion.
        </Paragraph>
        <Action label="See who’s on the list" url={url} />
        <Note>Someone passed the link on. It may help to ask people to keep it to themselves.</Note>
      </>
    );
  },
  reason: 'You’re getting this because you made a VidDay.',
  kind: null,
  sample: {
    firstName: 'Ruth',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b/people',
  },
};
