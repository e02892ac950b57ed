import type { PlainQuestion } from '../structured.ts';

export interface HelpArticle {
  slug: string;
  title: string;
  /** One sentence: when this is the right article. */
  summary: string;
  updated: string;
  /** Words that people look for and that the text does not hold. */
  words?: string;
  steps: readonly string[];
  /** What else to know. */
  notes?: readonly PlainQuestion[];
}

export const HELP_ARTICLES: readonly HelpArticle[] = [
  {
    slug: 'start',
    title: 'Start a VidDay and invite people',
    summary: 'From the first name to a link in the family chat, in ten minutes.',
    updated: '2026-11-21',
    words: 'begin create new event invitation share whatsapp qr deadline',
    steps: [
      'Press “Start a VidDay” and choose the occasion.',
      'Type the first name of the person it is for. Several people are possible.',
      'Choose until when clips may come. Two days before the day itself leave you time to arrange.',
      'Keep two or three of the questions that we suggest, or write your own. People record more readily when asked something.',
      'Copy the link and send it around, together with a sentence of yours. Every occasion’s page has some to borrow.',
      'Create an account when you are asked to, so that you find your film again.',
    ],
    notes: [
      {
        question: 'Can I change the date later?',
        answer: 'At any time, in the details of the studio. Whoever was too late can send again at once.',
      },
    ],
  },
  {
    slug: 'send-a-clip',
    title: 'Send a clip from your phone',
    summary: 'You got a link and would like to be in the film.',
    updated: '2026-11-21',
    words: 'contribute record upload camera participate add video photo',
    steps: [
      'Tap the link. It opens in the browser; there is nothing to install.',
      'Record a clip, choose one that you have, send your voice, or write a card.',
      'Look at it once. If it is silent, very dark or too short, we say so, and you may do it again.',
      'Type your name, and your e-mail address if you might want to change the clip later.',
      'Press send and leave the page open until it says that the clip is in.',
    ],
    notes: [
      {
        question: 'Which way should I hold the phone?',
        answer: 'Sideways fills the picture. Upright works too and gets a soft backdrop.',
      },
      {
        question: 'What makes a good clip?',
        answer: 'Light in your face, no wind, phone at arm’s length, and one story instead of three wishes.',
      },
    ],
  },
  {
    slug: 'camera-and-microphone',
    title: 'The camera or the microphone won’t start',
    summary: 'The page asks for permission, or shows a black picture.',
    updated: '2026-11-21',
    words: 'permission denied blocked black screen allow access settings iphone android safari chrome',
    steps: [
      'If you came from a chat, open the page in the real browser: the menu of the chat’s window has “Open in browser”.',
      'When the browser asks, allow camera and microphone.',
      'If you refused before: tap the sign left of the address, open the permissions, allow both, and reload.',
      'Close other apps that use the camera, such as a call.',
      'If all this fails, film with your phone’s own camera app and choose the video from your gallery.',
    ],
  },
  {
    slug: 'upload-stopped',
    title: 'An upload stopped or takes very long',
    summary: 'A weak line, a sleeping phone, a closed page: what goes on by itself and what you can do.',
    updated: '2026-11-21',
    words: 'stuck slow failed error offline network resume retry wifi percent',
    steps: [
      'Open the same link on the same phone, in the same browser. The upload goes on from where it was.',
      'Keep the screen on while it runs; some phones stop everything when they sleep.',
      'Change to a wireless network if the mobile one is weak. Nothing has to be sent twice.',
      'If the page says that the file can’t be read any more, choose it once again: what has arrived already is recognised.',
    ],
    notes: [
      {
        question: 'How long do I have?',
        answer: 'Seven days from the beginning. Then the unfinished part is thrown away and you start over.',
      },
    ],
  },
  {
    slug: 'change-or-withdraw',
    title: 'Swap or withdraw a clip that you sent',
    summary: 'You said the wrong name, or thought better of it.',
    updated: '2026-11-21',
    words: 'delete remove replace undo receipt mistake privacy take back',
    steps: [
      'Open your receipt: the page that you saw after sending. The same browser still knows the way from the link to take part.',
      'Press the button to replace the clip, or “Withdraw it”.',
      'If the film is closed, write to the organiser. They can leave the clip out and publish again at no cost.',
    ],
    notes: [
      {
        question: 'Is it gone at once?',
        answer: 'It leaves the film at once. The file waits thirty days, in case it was a mistake, and is then erased.',
      },
    ],
  },
  {
    slug: 'arrange',
    title: 'Put the clips in order',
    summary: 'Move, trim, hide and name clips, add music, and watch the whole.',
    updated: '2026-11-21',
    words: 'edit studio timeline sort reorder cut trim music title preview keyboard',
    steps: [
      'Drag a stamp to its place. By keyboard: the arrows choose, the space bar picks up and puts down.',
      'Choose a clip to trim its beginning or end, to correct the name, or to leave it out.',
      'Add cards with words where one chapter ends and another begins.',
      'Choose music, or none. It grows quieter by itself below voices.',
      'Press play. The preview shows exactly the order that you see, without waiting.',
    ],
  },
  {
    slug: 'publish-and-pay',
    title: 'Publish the film and pay',
    summary: 'What happens after the button, and what it costs to change something afterwards.',
    updated: '2026-11-21',
    words: 'price cost payment card stripe checkout render finish refund money',
    steps: [
      'Watch the preview to the end.',
      'Press publish. The bar shows the length, and the price that belongs to it.',
      'Pay by card. If the price is zero, this step is left out.',
      'Wait a moment while the film is made. You may close the page; we send you a mail.',
      'Watch the finished film before you give it.',
    ],
    notes: [
      {
        question: 'It says that the film didn’t finish.',
        answer: 'Nothing is lost and nothing is charged twice. Publish again; if a clip is to blame, it is marked.',
      },
    ],
  },
  {
    slug: 'give-it',
    title: 'Give the film',
    summary: 'By mail at a certain hour, by a link in a card, or together on the sofa.',
    updated: '2026-11-21',
    words: 'deliver send gift recipient schedule time mail link qr television screen unwrap share watch',
    steps: [
      'Open the published film in the studio and press deliver.',
      'Choose: a mail at once or at an hour in the recipient’s time zone, or the link for you to hand over.',
      'For a party, open the recipient’s link on the machine that is joined to the screen, and let them pull the ribbon.',
      'For everybody else, copy the link for viewing.',
    ],
    notes: [
      {
        question: 'Will we know that it was opened?',
        answer: 'Yes, the studio shows when the recipient unwrapped it for the first time.',
      },
      {
        question: 'Can it be shown without internet?',
        answer: 'Save the film as a file beforehand and play that.',
      },
    ],
  },
  {
    slug: 'account',
    title: 'Log in, forgotten passwords, signing out',
    summary: 'You are an organiser and can’t get in.',
    updated: '2026-11-21',
    words: 'password login account register email reset sign in',
    steps: [
      'Only organisers have accounts. If you want to send a clip, open the link that you were sent instead.',
      'Check the address for a slip of the thumb; we never tell whether an address is known.',
      'After several wrong passwords there is a pause that grows. Wait for it, then try slowly.',
      'You can log out in the menu, at the top right.',
    ],
  },
];
