import { type Mail, nameOr, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const thankPromptMail: Mail<'thank-prompt'> = {
  subject: () => 'Would you like to say thank you?',
  preheader: () => 'One tap is enough.',
  body: ({ firstName, turn, tone, url }) => (
    <>
      <Heading>
        {sentence(`${nameOr(firstName, '') && `${nameOr(firstName, '')}, `}would you like to say thank you?`)}
      </Heading>
      <Paragraph>
        {turn === 'hour'
          ? 'Everyone who sent you something is hoping that it reached you.'
          : 'If yesterday was too full for it, today is just as good.'}{' '}
        {tone === 'quiet'
          ? 'A word is enough: one tap thanks all of them, or you write or record something for them.'
          : 'One tap sends all of them a heart. You can also write a line or record a video, to everyone or to one of them.'}
      </Paragraph>
      <Action label="Say thank you" url={url} />
      <Note>
        {turn === 'hour'
          ? 'Not now? That’s fine. We’ll ask again tomorrow, and then never again.'
          : 'That’s the last time we ask. The page stays where it is.'}
      </Note>
    </>
  ),
  reason: 'You’re getting this because the gift that came with this address was opened.',
  kind: 'gifts',
  sample: {
    firstName: 'Ruth',
    turn: 'hour',
    tone: 'warm',
    url: 'https://vidday.example/e/pSample000000000000000',
  },
};
