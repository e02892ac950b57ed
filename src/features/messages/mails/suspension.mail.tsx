import { type Mail, oneLine } from './mail.ts';
import { Action, Heading, Note, Paragraph, Quote } from './parts.tsx';

export const suspensionMail: Mail<'suspension'> = {
  subject: ({ isOpen }) => (isOpen ? 'Your VidDay is open again' : 'One of your VidDays is paused'),
  preheader: ({ isOpen }) =>
    isOpen ? 'Thank you for your patience.' : 'Nothing is deleted. Here’s why, and how to answer.',
  body: ({ title, why, isOpen, url }) =>
    isOpen ? (
      <>
        <Heading>It’s open again</Heading>
        <Paragraph>We’ve had a look at “{oneLine(title)}”, and everything works as before.</Paragraph>
        <Action label="Open it" url={url} />
      </>
    ) : (
      <>
        <Heading>We’ve paused your VidDay</Heading>
        <Paragraph>
          Nobody can open “{oneLine(title)}” for now. Your clips are safe, and nothing is deleted. This is why:
        </Paragraph>
        <Quote text={why} />
        <Action label="See it and answer" url={url} />
        <Note>You can also reply to this email. A person reads it.</Note>
      </>
    ),
  reason: 'You’re getting this because you’re making a VidDay.',
  kind: null,
  sample: {
    title: 'Ruth’s 80th birthday',
    why: 'Two people told us that they are in it and don’t want to be.',
    isOpen: '',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  },
};
