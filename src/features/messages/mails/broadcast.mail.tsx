import { type Mail, oneLine } from './mail.ts';
import { Heading, Paragraph } from './parts.tsx';

export const broadcastMail: Mail<'broadcast'> = {
  subject: ({ subject }) => oneLine(subject, 78),
  preheader: ({ message }) => oneLine(message, 100),
  body: ({ subject, message }) => (
    <>
      <Heading>{oneLine(subject, 78)}</Heading>
      {paragraphsOf(message).map((words, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move, and two may be alike
        <Paragraph key={at}>{words}</Paragraph>
      ))}
    </>
  ),
  reason: 'You’re getting this because you have an account at VidDay.',
  kind: 'letters',
  sample: {
    broadcastId: '',
    subject: 'Now you can text your guests',
    message:
      'Hi Ada,\n\nfrom today you can send a text to everybody whose number you know, right from your list of people. They answer with one tap.\n\nAll the best,\nyour friends at VidDay',
  },
};

function paragraphsOf(message: string): string[] {
  return message
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ').trim())
    .filter(Boolean);
}
