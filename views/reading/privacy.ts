import { CHAT } from '../../src/shared/chat.ts';
import {
  ANALYTICS_KEPT,
  AUDIT_KEPT,
  DELETION_DELAY,
  RESTORE_WINDOW,
  SESSION_LENGTH,
  SESSION_MAX,
  UPLOAD,
} from '../../src/shared/limits.ts';
import type { LegalText } from './legal.ts';

const days = (milliseconds: number) => Math.round(milliseconds / 86_400_000);
const months = (milliseconds: number) => Math.round(days(milliseconds) / 30.4);

/** What is kept of people, as the program does it. */
export const PRIVACY: LegalText = {
  path: '/privacy',
  title: 'Privacy: what VidDay keeps and for how long',
  heading: 'What we keep, and what we don’t',
  description:
    'What is stored when you send a clip or make a film, who sees it, how long it stays, and how you take it back.',
  lead: 'A clip for a friend is nobody else’s business. This page says in plain words what this site does with it.',
  updated: '2026-11-22',
  short: [
    'No advertising, no trackers of other companies, nothing sold.',
    'You need no account to send a clip.',
    'Your clip is seen by those who organise the film and by those who are given the film.',
    'You can take your clip back, and the organiser can erase everything.',
  ],
  chapters: [
    {
      id: 'who',
      title: 'Who is responsible',
      paragraphs: [
        'VidDay is software that anybody may run on a machine of their own. Whoever runs this site decides where its data lies, and is the one to ask about it. There is no central VidDay company behind it that receives a copy.',
      ],
      link: { href: '/help/contact', label: 'Write to whoever runs this site' },
    },
    {
      id: 'contributors',
      title: 'If you send a clip',
      items: [
        'The name that you type: it stands in the film, and your first name on the page where others take part. And your e-mail address if you leave one: we send the link to your clip there, to watch, swap or withdraw it. The address is shown to the organisers, never in the film.',
        'The clip, photo, voice or words themselves, and the original file as you sent it.',
        'What a phone writes into files, such as place and model, is left out of everything that others see or download as a film. It remains inside the stored original, which the organisers can download.',
        'An upload that isn’t finished waits on your own phone and on our side, so that it can go on after a break.',
      ],
    },
    {
      id: 'organisers',
      title: 'If you organise a film',
      items: [
        'Your e-mail address, and a password if you choose one. The password is kept as an argon2id hash, which nobody can read back.',
        'The names of those whom the film is for, and their addresses if we are to send them the gift.',
        'When you paid and how much. The card itself is handled by Stripe; its number never reaches this site.',
      ],
    },
    {
      id: 'recipients',
      title: 'If a film is made for you',
      paragraphs: [
        'You get a link that is yours alone. When it is opened for the first time the organisers learn that, and at what time. Later visits are not counted.',
      ],
    },
    {
      id: 'chat',
      title: 'If you write to us',
      items: [
        'What you wrote in the chat or in the form, and what we answered; your e-mail address if you leave one, so that the answer reaches you after you have gone.',
        'The page that you wrote from, without the part of an address that opens a gift, and which browser on which kind of device it was, so that we can help.',
        `It is read by those who run this site, and erased ${days(CHAT.kept)} days after the last word. With your account goes all that it wrote.`,
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies and the phone’s own memory',
      paragraphs: [
        `Reading these pages sets no cookie. Logging in, starting a film or a chat and sending a clip sets one: it knows what you began here, so that it is yours if you join later, keeps you signed in for up to ${days(SESSION_LENGTH)} days after your last visit, ${days(SESSION_MAX)} days at most in all, and says nothing else about you. Voting for an idea without an account sets one with a random number, so that your vote counts once. Unfinished uploads are remembered in your browser until they are through, and your name, your e-mail address and the ways to the clips that you sent stay there for the next time; so do the key to your chat with us, and what you wrote there and could not be sent yet.`,
      ],
    },
    {
      id: 'counting',
      title: 'Counting, if you agree',
      paragraphs: [
        `After you join, log in or start a VidDay for the first time on a browser, we may ask whether that may be counted. Only if you say yes do we note which of the three it was, how you came in or which VidDay it was, when, and a random number that your browser keeps. We note no name, no e-mail address, no network address and no key. It is erased after ${months(ANALYTICS_KEPT)} months. A VidDay that you start afterwards carries the same number.`,
        'Your answer stays in this browser and you can change it here. A no forgets the number. A browser that asks not to be tracked (Do Not Track or Global Privacy Control) is never asked and never counted.',
      ],
      choice: 'counting',
    },
    {
      id: 'ideas',
      title: 'If you share an idea',
      paragraphs: [
        'Everybody can read its words, and how many votes it has; nobody can read whose it is or who voted. With it we keep your account’s number, or your browser’s, so that each vote counts once.',
      ],
    },
    {
      id: 'logs',
      title: 'What the machines note',
      paragraphs: [
        'The log of requests holds time, kind and result, with keys and links blotted out, and no network address. To keep out robots that guess passwords or flood the site, calls are counted by network address for a short time.',
      ],
    },
    {
      id: 'account',
      title: 'If you have an account',
      items: [
        'Your e-mail address, what you tell in your profile, how you sign in, and which browsers are signed in, with the network they came from but not the whole address.',
        `A history of what concerns its safety, such as a new password or staff who acted for you: ${months(AUDIT_KEPT)} months. While somebody on our side acts for you they can change neither your ways in nor pay.`,
        'All of it, with your VidDays and the clips you gave, is in one file that you can download in your account at any time.',
        `You can delete the account there. For ${days(DELETION_DELAY)} days you can change your mind; then it is erased with every VidDay that was not given yet. A film that was given stays with its recipient, and a clip you gave stays in the film of its maker, both without your account and address.`,
      ],
    },
    {
      id: 'how-long',
      title: 'How long things stay',
      items: [
        `An unfinished upload: ${days(UPLOAD.resumeWindow)} days.`,
        `A clip that was withdrawn or thrown away: ${days(RESTORE_WINDOW)} days in the bin, in case it was a mistake, then it is erased with its original.`,
        `A deleted film with all its clips: the same ${days(RESTORE_WINDOW)} days, then it is gone.`,
        'Everything else: until an organiser deletes it.',
        'The note that a mail was sent, without its words or address: half a year.',
        'Backups that the operator makes may hold what was erased for a while longer.',
      ],
    },
    {
      id: 'withdraw',
      title: 'How to take something back',
      items: [
        'Your own clip: follow “Watch, swap or take it back” on the page where you sent it, or the link that we e-mailed if you left an address, and press “Withdraw it”. That works until the film is closed.',
        'A clip in a finished film: ask the person who organised it. Without your clip the film is made anew, at no cost to them.',
        'A whole film: its organiser deletes it in the studio.',
        'Anything else: write to us.',
      ],
      link: { href: '/help/contact', label: 'To the form' },
    },
    {
      id: 'others',
      title: 'Who else is involved',
      items: [
        'Stripe, when somebody pays by card. It is told the film’s title, with the names in it, and the e-mail address of the account.',
        'The mail service that the operator has chosen, which sees the mails that we send.',
        'The storage that the operator has chosen, if files don’t lie on the site’s own disk.',
        'Google or Apple, where this site offers to sign in with them and you do so. They learn that you come here, and tell us your e-mail address and, if you let them, your name.',
        'Have I Been Pwned, a list of stolen passwords, when you choose a password: unless the operator has switched this off, our server asks api.pwnedpasswords.com with the first 5 characters of the password’s SHA-1 hash. Neither the password nor anything about you is sent.',
      ],
    },
    {
      id: 'found',
      title: 'Search engines',
      paragraphs: [
        'Public pages like this one can be found. A film, its invitation and its clips cannot: those pages tell search engines to stay away, and their addresses can’t be guessed.',
      ],
    },
  ],
};
