import { type Mail, sentence, titleWords } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const eventTransferredMail: Mail<'event-transferred'> = {
  subject: ({ isYours }) => (isYours ? 'A VidDay is yours now' : 'A VidDay has moved to another account'),
  preheader: ({ isYours }) =>
    isYours ? 'Everything in it came along.' : 'Nothing in it has changed. Tell us if that’s a surprise.',
  body: ({ title, isYours, url }) =>
    isYours ? (
      <>
        <Heading>It’s yours now</Heading>
        <Paragraph>
          {sentence(titleWords(title))} belongs to your account from now on: with its clips, guests, payments and links.
        </Paragraph>
        <Action label="Open it" url={url} />
        <Note>You didn’t expect this? Reply to this email. A person reads it.</Note>
      </>
    ) : (
      <>
        <Heading>It’s in other hands now</Heading>
        <Paragraph>
          We moved {titleWords(title)} to another account, as we were asked to. It isn’t in your VidDays any more. Its
          clips, guests and links stay as they were.
        </Paragraph>
        <Action label="Your VidDays" url={url} />
        <Note>You didn’t ask for this? Reply to this email, and we’ll look into it. A person reads it.</Note>
      </>
    ),
  reason: 'You’re getting this because our team moved a VidDay from or to your account.',
  kind: null,
  sample: {
    title: 'Ruth’s 80th birthday',
    isYours: 'yes',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  },
};
