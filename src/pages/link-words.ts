import type { LinkPurpose, WayOn } from '../../views/door/link.page.tsx';
import type { AppError } from '../platform/errors.ts';

const HOME: WayOn = { href: '/dashboard', label: 'Go to My VidDays' };
const LOGIN: WayOn = { href: '/auth/login', label: 'Log in' };
const ACCOUNT: WayOn = { href: '/settings/profile', label: 'Go to my account' };
const RESET: WayOn = { href: '/auth/forgot-password', label: 'Send me a new link' };
const REGISTER: WayOn = { href: '/auth/register', label: 'Create an account' };
const CONTACT: WayOn = { href: '/help/contact', label: 'Write to us' };
const BY_MAIL: WayOn = { href: '/auth/sign-in-link', label: 'Email me a new link' };

interface DoneWords {
  purpose: LinkPurpose;
  title: string;
  text: string;
  action: WayOn;
  /** For visitors who are not logged in. */
  guestAction: WayOn;
}

const toAccount: WayOn = { href: '/auth/login?next=%2Fsettings%2Fprofile', label: 'Log in' };

/** Results of mailed links. */
export const DONE = {
  confirmed: {
    purpose: 'activate',
    title: 'Thank you, that’s confirmed',
    text: 'Emails about your VidDays will reach you from now on.',
    action: HOME,
    guestAction: LOGIN,
  },
  disowned: {
    purpose: 'activate',
    title: 'Thank you, that’s taken care of',
    text: 'The person who made the account is locked out and can’t confirm your address. If you ever want a VidDay of your own, choose a new password for this address, and the account is yours.',
    action: { href: '/', label: 'Go to the home page' },
    guestAction: { href: '/', label: 'Go to the home page' },
  },
  'email-changed': {
    purpose: 'change-email',
    title: 'Your new address is set',
    text: 'Log in with it from now on. We’ve let your old address know too.',
    action: ACCOUNT,
    guestAction: toAccount,
  },
  'waiting-for-new': {
    purpose: 'change-email',
    title: 'Thank you, that’s half done',
    text: 'Now open the link we emailed to your new address. Until then, log in with the old one.',
    action: ACCOUNT,
    guestAction: toAccount,
  },
  'waiting-for-old': {
    purpose: 'change-email',
    title: 'Thank you, that’s half done',
    text: 'Now open the link we emailed to your old address. Until then, log in with that one.',
    action: ACCOUNT,
    guestAction: toAccount,
  },
  kept: {
    purpose: 'keep-account',
    title: 'We’re glad you’re staying',
    text: 'Everything in your account is as it was. If you had a membership, please look in your settings whether it goes on.',
    action: HOME,
    guestAction: LOGIN,
  },
  deleted: {
    purpose: 'keep-account',
    title: 'Your account is closed',
    text: 'You’re logged out everywhere. If you change your mind within 30 days, open the link we’ve just emailed you.',
    action: { href: '/', label: 'Go to the home page' },
    guestAction: { href: '/', label: 'Go to the home page' },
  },
} as const satisfies Record<string, DoneWords>;
export type Done = keyof typeof DONE;

interface Stopped {
  title: string;
  action: WayOn;
  ways?: WayOn[];
}

/** Title and next step for an expired or used link; the error explains why. */
export function stoppedWords(purpose: LinkPurpose, { code }: AppError, isSignedIn: boolean): Stopped {
  const home = isSignedIn ? HOME : LOGIN;
  const account = isSignedIn ? ACCOUNT : toAccount;
  if (code === 'TOKEN_USED') return { title: USED[purpose], ...nextStep(purpose, true, home, account) };
  if (code === 'TOKEN_EXPIRED') return { title: 'This link has expired', ...nextStep(purpose, false, home, account) };
  if (code === 'DUPLICATE') return { title: 'That address is taken', action: account };
  if (code === 'NOT_ALLOWED') return { title: 'This account is suspended', action: CONTACT };
  if (code === 'EXPIRED') return { title: 'This account is gone', action: REGISTER };
  return { title: 'This link is not complete', ...nextStep(purpose, false, home, account) };
}

const USED: Record<LinkPurpose, string> = {
  activate: 'That’s done already',
  reset: 'This link has already been used',
  'change-email': 'That’s done already',
  'sign-in-link': 'This link has already been used',
  'keep-account': 'Your account stays',
};

function nextStep(purpose: LinkPurpose, isUsed: boolean, home: WayOn, account: WayOn): Omit<Stopped, 'title'> {
  switch (purpose) {
    case 'activate':
      // My VidDays has the button that sends a new link.
      return { action: isUsed ? home : { ...home, label: home === LOGIN ? 'Log in for a new one' : 'Get a new one' } };
    case 'reset':
      return { action: RESET, ways: [home] };
    case 'change-email':
      return { action: account };
    case 'sign-in-link':
      return home === HOME
        ? { action: HOME }
        : { action: BY_MAIL, ways: [{ ...LOGIN, label: 'Log in with a password' }] };
    case 'keep-account':
      return isUsed ? { action: home } : { action: { href: '/start-a-vidday', label: 'Start a VidDay' }, ways: [home] };
  }
}
