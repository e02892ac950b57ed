import type { PageHead } from './layout/document.tsx';
import type { SiteProps } from './layout/layout.tsx';
import { MessagePage, messageHead } from './message.page.tsx';

export interface ErrorPageProps {
  site: SiteProps;
  status: number;
  /** Message for the user. Default: by status. A 5xx never shows its cause. */
  message?: string | null;
  requestId?: string | null;
}

const WORDS: Record<number, { title: string; text: string }> = {
  403: {
    title: 'This belongs to someone else',
    text: 'You can’t see this page with this account. Do you have another one?',
  },
  404: {
    title: 'Nothing here',
    text: 'The link may be incomplete, or the page was taken down. Ask the person who sent it to send it again.',
  },
  410: { title: 'This link has expired', text: 'Ask for a new one. It only takes a minute.' },
  429: {
    title: 'A little slower, please',
    text: 'There were too many tries in a short time. Wait a few minutes, then try again.',
  },
  503: {
    title: 'Back in a moment',
    text: 'Part of VidDay isn’t responding. Everything you’ve saved is safe. Go back and try again soon.',
  },
};

/** Likely destinations. */
const WAYS = [
  { href: '/help', label: 'Look it up in Help' },
  { href: '/video-maker', label: 'See all occasions' },
];
/** For errors of the site itself. */
const WAYS_OUT = [{ href: '/help/contact', label: 'Write to us' }];

const BROKEN = {
  title: 'Something broke on our side',
  text: 'It’s not your fault, and everything you’ve saved is safe. Go back and try again in a moment.',
};

function wordsFor({ status, message }: Pick<ErrorPageProps, 'status' | 'message'>) {
  const known = WORDS[status] ?? (status >= 500 ? BROKEN : { title: 'That didn’t work', text: '' });
  return status < 500 && message ? { ...known, text: message } : known;
}

export function errorHead(props: Pick<ErrorPageProps, 'status' | 'message'>): PageHead {
  return messageHead(wordsFor(props).title);
}

export function ErrorPage({ site, status, message, requestId }: ErrorPageProps) {
  const { title, text } = wordsFor({ status, message });
  return (
    <MessagePage
      site={site}
      title={title}
      text={text}
      action={site.user ? { href: '/dashboard', label: 'My VidDays' } : { href: '/', label: 'Go to the home page' }}
      ways={status >= 500 ? WAYS_OUT : WAYS}
      fine={requestId && status >= 500 ? `If it happens again, give us this number: ${requestId}` : null}
    />
  );
}
