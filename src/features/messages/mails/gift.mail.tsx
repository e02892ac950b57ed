import { type Mail, oneLine } from './mail.ts';
import { Action, Heading, Note, Paragraph, Quote } from './parts.tsx';

export const giftMail: Mail<'gift'> = {
  // Who opens it has a surprise before them: nothing here says what it is, or for what occasion.
  subject: ({ from }) => `${oneLine(from, 60)} and friends have something for you`,
  preheader: () => 'It is wrapped, and it waits for you.',
  body: ({ firstName, message, url }) => (
    <>
      <Heading>Dear {oneLine(firstName, 60)}, this is for you</Heading>
      {message.trim() && <Quote text={message} />}
      <Paragraph>
        People who are fond of you got together and made you something. It is wrapped, and it waits for you behind this
        button.
      </Paragraph>
      <Action label="Unwrap it" url={url} />
      <Note>This link is yours alone. Whoever has it can open your gift, so keep it to yourself.</Note>
    </>
  ),
  reason: 'You get this once, because somebody who knows you asked us to send it.',
  kind: null,
  sample: {
    firstName: 'Ruth',
    from: 'Ines',
    occasion: 'birthday',
    title: 'Ruth’s birthday',
    message: 'Eighty years, and still the first on the dance floor.\nTake ten minutes and a cup of tea for this.',
    url: 'https://vidday.example/e/pSample000000000000000',
  },
};
