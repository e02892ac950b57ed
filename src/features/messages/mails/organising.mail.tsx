import { type Mail, nameOr } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';
import { whoIn } from './thanks.mail.tsx';

export const organisingMail: Mail<'organising'> = {
  // Seen on lock screens beside the recipient: neither the gift nor their name.
  subject: ({ from }) => `${nameOr(from, 'Someone you know')} would like a hand`,
  preheader: () => 'Have a look, and say yes if you like.',
  body: ({ from, recipients, tone, url }) => {
    const who = whoIn(recipients, 'someone special');
    const host = nameOr(from, 'Someone you know');
    return (
      <>
        <Heading>{host} would like your help</Heading>
        <Paragraph>
          {host} is making {tone === 'quiet' ? 'a film' : 'a surprise film'} for {who} out of short clips, and asks you
          to organise it together: see who is missing, invite people, choose the clips.
        </Paragraph>
        <Action label="Have a look" url={url} />
        <Note>
          {tone === 'quiet' ? '' : `Not a word to ${who}! `}You’ll need an account, which is free. The link is for you
          alone and works for two weeks. You never pay for anything.
        </Note>
      </>
    );
  },
  reason: 'You’re getting this because someone who knows your address asked you to help them.',
  kind: 'invitations',
  sample: {
    from: 'Lena Okafor',
    recipients: 'Ruth',
    tone: 'warm',
    url: 'https://vidday.example/organise/sample-token',
  },
};
