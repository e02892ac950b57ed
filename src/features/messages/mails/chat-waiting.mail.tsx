import { type Mail, oneLine } from './mail.ts';
import { Action, Heading, Note, Paragraph, Quote } from './parts.tsx';

export const chatWaitingMail: Mail<'chat-waiting'> = {
  subject: () => 'Somebody wrote to us in the chat',
  preheader: () => 'Nobody has read it at the desk yet.',
  body: ({ from, email, page, message, url }) => (
    <>
      <Heading>Somebody wrote, and nobody has read it yet</Heading>
      <Paragraph>{`${who(from, email)}${page ? `, at ${oneLine(page)}` : ''}:`}</Paragraph>
      <Quote text={message} />
      <Action label="Answer at the desk" url={url} />
      <Note>
        {email
          ? 'You can also answer this mail: that reaches them, but does not stand in the conversation.'
          : 'They left no address: they see an answer when they come back.'}
      </Note>
    </>
  ),
  reason: 'You get this because messages that wait in the chat are mailed to this address.',
  kind: null,
  sample: {
    from: 'Ann',
    email: 'ann@example.com',
    page: '/help/upload-stopped',
    message: 'Mine stops at 90 percent each time.\nIs there another way?',
    url: 'https://vidday.example/staff/chat/65f0c2a9b1d3e4f5a6b7c8d9',
  },
};

function who(from: string, email: string): string {
  const name = oneLine(from) || 'A visitor';
  return email ? `${name} (${oneLine(email)})` : name;
}
