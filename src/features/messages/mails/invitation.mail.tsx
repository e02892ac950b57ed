import { type Mail, nameOr, oneLine, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph, Quote } from './parts.tsx';
import { whoIn } from './thanks.mail.tsx';

export const invitationMail: Mail<'invitation'> = {
  // Seen on lock screens beside the recipient: neither the gift nor their name.
  subject({ from, kind, subject }) {
    const host = nameOr(from, 'Someone you know');
    return nameOr(subject, SUBJECTS[kind]?.(host) ?? `${host} has a favour to ask`);
  },
  preheader: ({ kind }) =>
    kind === 'thanks' ? 'A word to everyone who took part.' : 'It takes a minute, right from your phone.',
  body: ({ firstName, from, recipients, kind, state, message, until, tone, url }) => {
    const host = nameOr(from, 'Someone you know');
    const who = whoIn(recipients, 'someone special');
    const isGiven = tone === 'given';
    const isQuiet = isGiven || tone === 'quiet';
    return (
      <>
        <Heading>
          {sentence(`${nameOr(firstName, '') && `${nameOr(firstName, '')}, `}${headline(kind, state)}`)}
        </Heading>
        {message.trim() && <Quote text={message} />}
        {kind === 'thanks' ? (
          <>
            <Paragraph>
              {host} says thank you for your part in the film for {who}.
            </Paragraph>
            <Action label="Open its page" url={url} />
          </>
        ) : (
          <>
            <Paragraph>
              {host} {isGiven ? 'made' : 'is making'} {isQuiet ? 'a film' : 'a surprise film'} for {who} out of short
              clips from the people who know them. {middle(state)}
              {until && ` There’s ${kind === 'deadlineMoved' ? 'now time' : 'time'} until ${oneLine(until)}.`}
            </Paragraph>
            <Action label={state === 'none' ? 'Add your clip' : 'Carry on'} url={url} />
          </>
        )}
        <Note>
          {kind === 'thanks'
            ? 'This link is your own.'
            : `${isQuiet ? '' : `Not a word to ${who}! `}This link is your own: it knows your name, and works two days longer than everybody’s. No time? It also lets you say so. These emails stop once your clip is in.`}
        </Note>
      </>
    );
  },
  reason: 'You’re getting this because someone who knows you put you on their guest list.',
  kind: 'invitations',
  sample: {
    rsvpId: '',
    firstName: 'Sofia',
    from: 'Lena Okafor',
    recipients: 'Ruth',
    kind: 'reminder',
    subject: '',
    state: 'none',
    message: 'Hi Sofia! Ruth’s film is nearly there, and there’s a space with your name on it.',
    until: 'Wednesday, June 10 at 8:00 PM',
    tone: 'warm',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b?i=iSample000000000000000',
  },
};

const SUBJECTS: Record<string, (host: string) => string> = {
  invite: (host) => `${host} has a favour to ask`,
  reminder: (host) => `A small reminder from ${host}`,
  deadlineMoved: (host) => `A little more time, says ${host}`,
  thanks: (host) => `A thank-you from ${host}`,
};

function headline(kind: string, state: string): string {
  if (kind === 'thanks') return 'thank you!';
  if (state === 'failed') return 'your clip didn’t get through';
  if (state === 'started') return 'your clip is waiting for you';
  if (kind === 'deadlineMoved') return 'you have a little more time';
  return kind === 'reminder' ? 'there’s still a place for you' : 'will you be in it?';
}

function middle(state: string): string {
  if (state === 'failed') return 'Yours broke off on the way. Open it again on the same phone, and it carries on.';
  if (state === 'started') return 'You began one. Open it again on the same phone, and it’s where you left it.';
  return 'A short video, a photo or a few words: no app, no account.';
}
