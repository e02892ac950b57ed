import { CHAT } from '../../src/shared/chat.ts';
import { count } from '../../src/shared/format.ts';
import {
  ANALYTICS_KEPT,
  AUDIT_KEPT,
  DELETION_DELAY,
  DRAFT_KEPT,
  RESTORE_WINDOW,
  SESSION_LENGTH,
  SESSION_MAX,
  UPLOAD,
  WITHDRAWAL_UNDO,
} from '../../src/shared/limits.ts';
import type { LegalText } from './legal.ts';

const days = (milliseconds: number) => Math.round(milliseconds / 86_400_000);
const months = (milliseconds: number) => Math.round(days(milliseconds) / 30.4);

/** What personal data is stored; must match the code. */
export const PRIVACY: LegalText = {
  path: '/privacy',
  title: 'Privacy: what VidDay keeps and for how long',
  heading: 'What we keep, and what we don’t',
  description:
    'What’s stored when you send a clip or make a film, who sees it, how long it stays, and how to take it back.',
  lead: 'A clip for a friend is nobody else’s business. This page says in plain words what this site does with it.',
  updated: '2026-12-01',
  short: [
    'No advertising, no trackers of other companies, nothing sold.',
    'You don’t need an account to send a clip.',
    'Your clip is for the people who organise the film, the people it’s given to, and those they share it with. Our team looks at one only when there’s a reason.',
    'You can take your clip back, and the organiser can erase everything.',
  ],
  chapters: [
    {
      id: 'who',
      title: 'Who is responsible',
      paragraphs: [
        'VidDay is software that anyone can run on their own machine. The people who run this site decide where its data is stored, and they’re the ones to ask about it. There’s no central VidDay company behind it that gets a copy.',
      ],
      link: { href: '/help/contact', label: 'Write to the people who run this site' },
    },
    {
      id: 'contributors',
      title: 'If you send a clip',
      items: [
        'The name you type: it’s shown in the film, and your first name on the page where others take part. And your email address if you leave one: we send the link to your clip there, so you can watch, swap or withdraw it. The address is shown to the organisers, never in the film.',
        'The clip, photo, voice or words themselves, in full quality. The organisers can download the file.',
        'What a phone writes into files, such as place and model, is removed from that file too, as soon as the clip has been prepared. Until then, and where it can’t be removed, the organisers can’t download it.',
        'The people who run this site look at a clip when someone reports it, when its words might hurt or contain a link, or when they’re asked for help. They can take it out.',
        'An unfinished upload waits on your phone and on our server, so it can carry on after a break.',
      ],
    },
    {
      id: 'organisers',
      title: 'If you organise a film',
      items: [
        'Your email address, and a password if you choose one. The password is kept as an argon2id hash, which nobody can read back.',
        'The names of the people the film is for, and their email addresses or phone numbers if you want us to send them the gift.',
        'When you paid and how much. The card itself is handled by Stripe; its number never reaches this site.',
      ],
    },
    {
      id: 'guests',
      title: 'If somebody put you on a guest list',
      items: [
        'Your name, and what the organisers typed about you: an email address, a phone number, a note. We use them to invite and remind you, if the organisers ask us to.',
        'Whether you opened the invitation, what you answered, when you were last asked, and your browser’s time zone, so that nothing reaches you at night.',
        'Only the organisers see the list. You’re on it until they take you off or delete the film. Every email has a link to stop such emails, and the answer STOP ends our texts; we then keep a scrambled form of your number, to remember it.',
      ],
    },
    {
      id: 'recipients',
      title: 'If a film is made for you',
      paragraphs: [
        'Your name, and your email address or phone number if the gift is to be sent to you: the organisers typed them. You get a link that’s just for you. When it’s opened for the first time, the organisers see that, and when. Later visits aren’t counted.',
      ],
    },
    {
      id: 'chat',
      title: 'If you write to us',
      items: [
        'What you wrote in the chat or in the form, and what we answered; your email address if you leave one, so our answer reaches you after you’ve gone.',
        'The page you wrote from, without the part of an address that opens a gift, and which browser and kind of device you used, so we can help.',
        `It’s read by the people who run this site, and erased ${days(CHAT.kept)} days after the last message. If you delete your account, everything it wrote goes too.`,
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies and your phone’s own memory',
      paragraphs: [
        `Reading these pages sets no cookie. Logging in, starting a film or a chat and sending a clip sets one: it knows what you began here, so that it is yours if you join later, keeps you logged in for up to ${days(SESSION_LENGTH)} days after your last visit, ${days(SESSION_MAX)} days at most in all, and says nothing else about you. Voting for an idea without an account sets one with a random number, so that your vote counts once. Unwrapping a gift sets one for its page, so that it opens without the paper next time. Your browser remembers unfinished uploads until they’re done. It also keeps your name, your email address and the links to the clips you sent for next time, the key to your chat with us, and anything you wrote there that hasn’t been sent yet.`,
      ],
    },
    {
      id: 'counting',
      title: 'Counting, if you agree',
      paragraphs: [
        `After you join, log in or start a VidDay for the first time on a browser, we may ask whether that may be counted. Only if you say yes do we note which of the three it was, how you came in or which VidDay it was, when, and a random number that your browser keeps. We note no name, no email address, no network address and no key. It is erased after ${months(ANALYTICS_KEPT)} months. A VidDay that you start afterwards carries the same number.`,
        'Your answer stays in this browser and you can change it here. A no forgets the number. A browser that asks not to be tracked (Do Not Track or Global Privacy Control) is never asked and never counted.',
      ],
      choice: 'counting',
    },
    {
      id: 'ideas',
      title: 'If you share an idea',
      paragraphs: [
        'Everyone can read it and see how many votes it has; nobody can see whose it is or who voted. We keep your account’s number with it, or your browser’s, so each vote counts once.',
      ],
    },
    {
      id: 'logs',
      title: 'What our servers log',
      paragraphs: [
        'The log of requests holds time, kind and result, with keys and links blanked out, and no network address. To keep out robots that guess passwords or flood the site, calls are counted by network address for a short time.',
      ],
    },
    {
      id: 'account',
      title: 'If you have an account',
      items: [
        'Your email address, what you tell in your profile, how you log in, and which browsers are logged in, with the network they came from but not the whole address.',
        `A history of what concerns its safety, such as a new password or staff who acted for you: ${months(AUDIT_KEPT)} months. While someone on our side acts for you, they can’t change how you log in, and they can’t pay.`,
        'You can download all of it, with your VidDays and the clips you gave, as one file from your account at any time.',
        `You can delete the account there. For ${days(DELETION_DELAY)} days you can change your mind; then it’s erased. A VidDay with another organiser becomes theirs; every other one that you haven’t given yet is erased, too. A film you gave stays with its recipient, without the clips’ original files, and a clip you gave stays in its film, both without your account and address. We keep invoices for as long as the law requires.`,
      ],
    },
    {
      id: 'how-long',
      title: 'How long things stay',
      items: [
        `An unfinished upload: ${days(UPLOAD.resumeWindow)} days.`,
        `A clip that its sender withdrew: ${count(WITHDRAWAL_UNDO / 3_600_000, 'hour')}, in case it was a mistake, then it’s erased with its original.`,
        `A clip that an organiser removed: ${days(RESTORE_WINDOW)} days in the bin, then the same.`,
        `A deleted film with all its clips: the same ${days(RESTORE_WINDOW)} days, then it is gone.`,
        `A film that someone began without an account: ${days(DRAFT_KEPT)} days after its last change, unless it was paid for.`,
        'Invoices: for as long as the law requires.',
        'Everything else: until an organiser deletes it, or their account.',
        'A record that an email was sent, without its words or address: half a year.',
        'Backups that the operator makes may hold what was erased for a while longer.',
      ],
    },
    {
      id: 'withdraw',
      title: 'How to take something back',
      items: [
        'Your own clip: follow “Watch, change or take it back” on the page where you sent it, or the link we emailed if you left an address, and press “Withdraw it”. That works until the film is closed.',
        'A clip in a finished film: ask the person who organised it. They can make it again without your clip, at no cost.',
        'A whole film: its organiser deletes it in the studio.',
        'Anything else: write to us.',
      ],
      link: { href: '/help/contact', label: 'To the form' },
    },
    {
      id: 'others',
      title: 'Who else is involved',
      items: [
        'Stripe, when someone pays by card. It receives what is bought, such as “Plus, film of 8 min”, and the email address, but nobody’s name from the film.',
        'The printers and workshops that make what someone orders, such as a postcard, a DVD or a video book. They receive what is on it, and the name and address it goes to.',
        'The email service the operator has chosen, which sees the emails we send.',
        'Twilio, if this site sends texts. It receives the phone number and the words of the text.',
        'A transcription service, if this site uses one, when an organiser has captions written for a clip. It receives the sound of that clip.',
        'Unsplash, if this site uses it, when an organiser looks for a photo there. It receives the words of the search, and the organiser’s browser loads its pictures.',
        'Tremendous, if this site uses it, when a recipient turns a gift pool into a gift card or a transfer. It receives their name, their email address if the card goes there, and the amount.',
        'Ecologi, if this site uses it, when someone gives trees. It only receives their number.',
        'The storage that the operator has chosen, if files aren’t kept on the site’s own disk.',
        'Google or Apple, where this site offers to log in with them and you do so. They learn that you come here, and tell us your email address and, if you let them, your name.',
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
