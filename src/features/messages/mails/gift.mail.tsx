import { type Mail, nameOr, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph, Quote } from './parts.tsx';

export const giftMail: Mail<'gift'> = {
  // Don't spoil the surprise: name neither the gift nor the occasion.
  subject: ({ from }) => {
    const giver = nameOr(from, '');
    return giver ? `${giver} and friends have something for you` : 'Your friends have something for you';
  },
  preheader: () => 'It’s wrapped and waiting for you.',
  body: ({ firstName, message, url }) => (
    <>
      <Heading>{sentence(`${nameOr(firstName, '') && `Dear ${nameOr(firstName, '')}, `}this is for you`)}</Heading>
      {message.trim() && <Quote text={message} />}
      <Paragraph>
        People who are fond of you got together and made you something. It’s wrapped and waiting for you behind this
        button.
      </Paragraph>
      <Action label="Unwrap it" url={url} />
      <Note>This link is just for you. Anyone who has it can open your gift, so keep it to yourself.</Note>
    </>
  ),
  reason: 'You’re getting this once, because someone who knows you asked us to send it.',
  kind: 'gifts',
  sample: {
    firstName: 'Ruth',
    from: 'Ines',
    occasion: 'birthday',
    title: 'Ruth’s birthday',
    message: 'Eighty years, and still the first on the dance floor.\nTake ten minutes and a cup of tea for this.',
    url: 'https://vidday.example/e/pSample000000000000000',
  },
};
