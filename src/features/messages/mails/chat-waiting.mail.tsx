import { type Mail, oneLine } from './mail.ts';
import { Action, Heading, Note, Paragraph, Quote } from './parts.tsx';

export const chatWaitingMail: Mail<'chat-waiting'> = {
  subject: () => 'Someone wrote to us in the chat',
  preheader: () => 'Nobody has read it at the desk yet.',
  body: ({ from, email, page, message, url }) => (
    <>
      <Heading>Someone wrote, and nobody has read it yet</Heading>
      <Paragraph>{`${who(from, email)}${page ? `, at ${oneLine(page)}` : ''}:`}</Paragraph>
      <Quote text={message} />
      <Action label="Answer at the desk" url={url} />
      <Note>
        {email
          ? 'You can also reply to this email. That reaches them, but doesn’t show up in the conversation.'
          : 'They left no address, so they’ll see your reply when they come back.'}
      </Note>
    </>
  ),
  reason: 'You’re getting this because messages waiting in the chat are emailed to this address.',
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
