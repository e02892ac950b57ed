import { type Mail, oneLine } from './mail.ts';
import { Action, Heading, Note, Paragraph, Quote } from './parts.tsx';

export const accountSuspendedMail: Mail<'account-suspended'> = {
  subject: ({ isOpen }) => (isOpen ? 'You can log in again' : 'Your account is paused'),
  preheader: ({ isOpen }) => (isOpen ? 'Thank you for your patience.' : 'Here’s why, and how to answer.'),
  body: ({ firstName, why, isOpen, url }) =>
    isOpen ? (
      <>
        <Heading>Welcome back{firstName && `, ${oneLine(firstName)}`}</Heading>
        <Paragraph>We’ve had another look at your account. Everything works as before.</Paragraph>
        <Action label="Log in" url={url} />
      </>
    ) : (
      <>
        <Heading>We’ve paused your account</Heading>
        <Paragraph>You can’t log in for now. Your VidDays are as you left them. This is why:</Paragraph>
        <Quote text={why} />
        <Note>If you think that we’re wrong, reply to this email. A person reads it.</Note>
      </>
    ),
  reason: 'You’re getting this because you have an account here.',
  kind: null,
  sample: {
    firstName: 'Ada',
    why: 'Several people told us about unkind clips in your VidDays.',
    isOpen: '',
    url: 'https://vidday.example/auth/login',
  },
};
