import { addressed, type Mail, oneLine, sentence } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const receiptMail: Mail<'receipt'> = {
  // Others may read it, possibly the recipient: reveal nothing.
  subject: () => 'Your link to what you sent',
  preheader: () => 'To watch it again, swap it or take it back.',
  body: ({ firstName, tone, url, code, off }) => (
    <>
      <Heading>
        {sentence(
          tone === 'quiet' ? `${addressed(firstName)}your clip has arrived` : `${addressed(firstName)}your clip is in!`,
        )}
      </Heading>
      <Paragraph>
        {tone === 'quiet'
          ? 'Thank you for taking the time. With this link you can watch it, replace it or take it back for as long as clips can be added.'
          : 'Thank you for taking part. With this link you can watch it, swap it or take it back for as long as clips can be added.'}{' '}
        You don’t need an account.
      </Paragraph>
      <Action label="See my clip" url={url} />
      {code && (
        <Paragraph>
          A thank-you from us: with the code {oneLine(code)} you get {oneLine(off)} on a VidDay of your own. It works as
          soon as your clip is ready.
        </Paragraph>
      )}
      <Note>
        Anyone with this link can take the clip back, so keep it to yourself. If you send more, you’ll find those links
        on the page where you send them; we only email this one. Didn’t send anything? Then someone mistyped their
        address, and you can ignore this email.
      </Note>
    </>
  ),
  reason: 'You’re getting this once, because your address was entered with a clip.',
  kind: 'ownClip',
  sample: {
    firstName: 'Anna',
    tone: 'warm',
    code: 'GIFT-7KQ2-MX9P',
    off: '20% off the film',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b/receipt/rSample000000000000000',
  },
};
