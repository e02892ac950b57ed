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
    updated: '2026-11-22',
    words: 'begin create new event invitation share whatsapp qr deadline',
    steps: [
      'Press “Start a VidDay” and choose the occasion.',
      'Type the first name of the person it is for. Several people are possible.',
      'Choose until when clips may come. Two days before the day itself leave you time to arrange.',
      'Keep two or three of the questions that we suggest, or write your own. People record more readily when asked something.',
      'Copy the link and send it around, together with a sentence of yours; every occasion’s page has some to borrow. For paper, the studio shows it as a QR code too.',
      'Create an account when you are asked to, so that you find your film again.',
    ],
    notes: [
      {
        question: 'Can I change the date later?',
        answer: 'At any time, under “Edit details” in the studio. Whoever was too late can send again at once.',
      },
    ],
  },
  {
    slug: 'send-a-clip',
    title: 'Send a clip from your phone',
    summary: 'You got a link and would like to be in the film.',
    updated: '2026-11-22',
    words: 'contribute record upload camera participate add video photo',
    steps: [
      'Tap the link. It opens in the browser; there is nothing to install.',
      'Record a clip, choose one that you have, send your voice, or write a card.',
      'Look at what you recorded, and press “Use this one” or “Again”. What you use is sent by itself.',
      'Type your name, and your e-mail address if you might want to change the clip later: we send you its own link.',
      'Leave the page open until it says “It’s in”. If the clip is silent, very dark or too short, you read that there and may do it again.',
    ],
    notes: [
      {
        question: 'How long may it be?',
        answer:
          'Three minutes, unless the page says otherwise. The camera stops by itself; a longer video has to be cut on your phone before you choose it.',
      },
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
    title: 'An upload stopped or takes a long time',
    summary: 'A weak line, a sleeping phone, a closed page: what goes on by itself and what you can do.',
    updated: '2026-11-22',
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
    updated: '2026-11-22',
    words: 'delete remove replace undo receipt mistake privacy take back',
    steps: [
      'If you left an e-mail address, open the link in the e-mail that came after sending. Otherwise open the invitation again, on the same phone and in the same browser: “Watch, swap or take it back” is below your clip.',
      'Press “Replace it” or “Withdraw it”.',
      'If the film is closed, write to the organiser. They can leave the clip out and publish again at no cost.',
    ],
    notes: [
      {
        question: 'Is it gone at once?',
        answer:
          'It leaves the studio at once and is in no film that is made from then on. The file waits thirty days, in case it was a mistake, and is then erased.',
      },
    ],
  },
  {
    slug: 'arrange',
    title: 'Put the clips in order',
    summary: 'Move, turn, name and leave out clips, add music, and watch it all.',
    updated: '2026-11-22',
    words: 'edit studio timeline sort reorder hide rotate mute sound trim title preview keyboard',
    steps: [
      'Drag a stamp to its place. By keyboard: the arrows choose, the space bar picks up and puts down.',
      'Choose a clip to leave it out. Its menu lets you correct the name, turn the picture, switch the sound off, download the original or remove it.',
      'Add cards with words where one part ends and another begins: “Write”, under “Your own clip”.',
      'Choose music, or none. It grows quieter by itself below voices.',
      'Press play. The preview shows exactly the order that you see, without waiting; music joins when the film is made.',
    ],
    notes: [
      {
        question: 'Can I cut a clip shorter?',
        answer:
          'Not here. Ask its sender for a shorter one, or download the original, cut it with your phone and add it yourself: you can give it the right name and leave the long one out.',
      },
    ],
  },
  {
    slug: 'publish-and-pay',
    title: 'Publish the film and pay',
    summary: 'What happens after the button, and what it costs to change something afterwards.',
    updated: '2026-11-22',
    words: 'price cost payment card stripe checkout render finish refund money',
    steps: [
      'Watch the preview to the end.',
      'Press publish. The price beside the button is the one for the length of your film.',
      'Pay by card. If the price is zero, this step is left out.',
      'Wait a moment while the film is made. You may close the page; we send you an e-mail.',
      'Watch the finished film before you give it.',
    ],
    notes: [
      {
        question: 'It says that the film didn’t finish.',
        answer:
          'Nothing is lost and nothing is charged twice. Publish again; a clip that can’t be used is marked in the studio.',
      },
    ],
  },
  {
    slug: 'give-it',
    title: 'Give the film',
    summary: 'By e-mail at a certain hour, by a link in a card, or together on the sofa.',
    updated: '2026-11-22',
    words: 'deliver send gift recipient schedule time mail link qr television screen unwrap share watch',
    steps: [
      'Once the film is published, press “Give it” in the studio.',
      'Choose: an e-mail at once or on a day and hour in your own time, or the link for you to hand over. The e-mail needs their address, under “Edit details”.',
      'For a party, open the recipient’s link on the machine that is joined to the screen, and let them pull the ribbon.',
      'For everybody else, copy the link for watching, which stands below theirs.',
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
