import { Fragment } from 'react';
import { hasLink } from '../../../platform/mail/links.ts';
import { count } from '../../../shared/format.ts';
import { amount, type Mail, oneLine } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const newsMail: Mail<'news'> = {
  // Must not reveal the recipient or the gift to bystanders.
  subject: () => 'While you were away',
  preheader: ({ lines, more }) => {
    const total = linesOf(lines).length + amount(more);
    return total === 1
      ? 'One thing happened with what you’re making.'
      : `${total} things happened with what you’re making.`;
  },
  body: ({ lines, more, url }) => (
    <>
      <Heading>While you were away</Heading>
      {linesOf(lines).map(([title, text], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two may be alike
        <Fragment key={at}>
          <Paragraph>{title}</Paragraph>
          {text && <Note>{text}</Note>}
        </Fragment>
      ))}
      {amount(more) > 0 && <Paragraph>And {count(amount(more), 'more thing')}.</Paragraph>}
      <Action label="See your news" url={url} />
    </>
  ),
  reason: 'You’re getting this because you’re making a VidDay and haven’t seen this news yet.',
  kind: 'news',
  sample: {
    lines: [
      '3 new clips\tRuth’s 80th birthday. From Omar, Anna and Karl.',
      'Henrik said maybe\tRuth’s 80th birthday. “If my knee lets me.”',
      'A clip from Bartholomew can’t be played\tRuth’s 80th birthday. Ask for another copy, or leave it out.',
    ].join('\n'),
    more: '4',
    url: 'https://vidday.example/notifications',
  },
};

/** Guests write some of it: what mail programs would link is left out. */
function linesOf(lines: string): [title: string, text: string][] {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [title = '', text = ''] = line.split('\t').map((part) => oneLine(part));
      return [hasLink(title) ? 'Something happened' : title, hasLink(text) ? '' : text];
    });
}
