import { count } from '../../../shared/format.ts';
import { amount, type Mail, titleWords } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const archiveSoonMail: Mail<'archive-soon'> = {
  subject: ({ days }) => `Your VidDay will be put away in ${count(amount(days), 'day')}`,
  preheader: () => 'Nothing is deleted, and you can bring it back with one click.',
  body: ({ title, days, url }) => (
    <>
      <Heading>{`Put away in ${count(amount(days), 'day')}`}</Heading>
      <Paragraph>
        Nothing has changed at {titleWords(title)} for months, so we’ll put it away. The film is kept, and everyone who
        has its link can still watch it. New clips can’t be sent then.
      </Paragraph>
      <Action label="Open it" url={url} />
      <Note>You don’t have to do anything. Once it’s put away, a button on that page brings it back.</Note>
    </>
  ),
  reason: 'You’re getting this because you’ve made a VidDay.',
  kind: null,
  sample: {
    title: 'Ruth’s 80th birthday',
    days: '7',
    url: 'https://vidday.example/e/1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b',
  },
};
