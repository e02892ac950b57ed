import type { PlainQuestion } from '../base/structured.ts';

export interface HelpArticle {
  slug: string;
  title: string;
  /** One sentence: when this article applies. */
  summary: string;
  updated: string;
  /** Search words that the text does not contain. */
  words?: string;
  steps: readonly string[];
  /** Additional questions. */
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
      'Type the first name of the person it’s for. You can name several people.',
      'Choose when clips should be in by. Two days before the day itself leaves you time to arrange them.',
      'Keep two or three of the questions we suggest, or write your own. People find it easier to record when they’re asked something.',
      'Copy the link and send it around with a few words of your own. Every occasion’s page has some to borrow. For print, the studio also shows it as a QR code.',
      'Create an account when you’re asked to, so you can find your film again.',
    ],
    notes: [
      {
        question: 'Can I change the date later?',
        answer: 'Any time, under “Edit details” in the studio. Anyone who was too late can send right away.',
      },
    ],
  },
  {
    slug: 'send-a-clip',
    title: 'Send a clip from your phone',
    summary: 'You got a link and want to be in the film.',
    updated: '2026-11-22',
    words: 'contribute record upload camera participate add video photo',
    steps: [
      'Tap the link. It opens in your browser; there’s nothing to install.',
      'Record a clip, choose one you have, send a voice message, or write a card.',
      'Watch what you recorded, or press “Record again”. It uploads in the meantime.',
      'Type your name, and your email address if you like, then press Send. Until then, your clip stays on your device.',
      'Leave the page open until it says “Sent”. Your private link lets you change your name or take the clip back. If the clip is silent, very dark or too short, it tells you, and you can record it again.',
    ],
    notes: [
      {
        question: 'How long can it be?',
        answer:
          'Three minutes, unless the page says otherwise. The camera stops automatically; trim a longer video on your phone before you choose it.',
      },
      {
        question: 'Which way should I hold the phone?',
        answer: 'Sideways fills the screen. Upright works too and gets a soft backdrop.',
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
      'If you said no before: tap the icon to the left of the address, open the permissions, allow both, and reload.',
      'Close other apps that use the camera, such as a call.',
      'If none of this works, film with your phone’s own camera app and choose the video from your gallery.',
    ],
  },
  {
    slug: 'upload-stopped',
    title: 'An upload stopped or takes a long time',
    summary: 'A weak connection, a sleeping phone, a closed page: what carries on by itself and what you can do.',
    updated: '2026-11-22',
    words: 'stuck slow failed error offline network resume retry wifi percent',
    steps: [
      'Open the same link on the same phone, in the same browser. The upload carries on from where it was.',
      'Keep the screen on while it’s running; some phones stop everything when they sleep.',
      'Switch to Wi-Fi if your mobile signal is weak. Nothing has to be sent twice.',
      'If the page says it can’t read the file any more, choose it again: it carries on from what’s already uploaded.',
    ],
    notes: [
      {
        question: 'How long do I have?',
        answer: 'Seven days from the start. After that, you’d have to start over.',
      },
    ],
  },
  {
    slug: 'change-or-withdraw',
    title: 'Swap or withdraw a clip you sent',
    summary: 'You said the wrong name, or changed your mind.',
    updated: '2026-11-22',
    words: 'delete remove replace undo receipt mistake privacy take back',
    steps: [
      'If you left an email address, open the link in the email you got after sending. Otherwise open the invitation again, on the same phone and in the same browser: “Watch, change or take it back” is below your clip.',
      'Press “Replace it” or “Withdraw it”.',
      'If the film is closed, write to the organiser. They can leave the clip out and publish again at no cost.',
    ],
    notes: [
      {
        question: 'Is it gone right away?',
        answer:
          'Yes. Nobody else can see or download it any more, and it won’t be in any film made from then on. You can undo it for an hour; then the file is erased.',
      },
    ],
  },
  {
    slug: 'arrange',
    title: 'Put the clips in order',
    summary: 'Move, turn, name and leave out clips, add music, and watch it all.',
    updated: '2026-12-01',
    words: 'edit studio timeline sort reorder hide rotate mute sound trim title preview keyboard',
    steps: [
      'Drag a stamp to its place. With the keyboard: arrows choose, the space bar picks up and drops.',
      'Choose a clip to leave it out. Its menu lets you correct the name, rotate the picture, turn off the sound, download the original or remove it.',
      'Add text cards where one part ends and another begins: “Write”, under “Your own clip”.',
      'Choose our music, your own, or none. It gets quieter when someone speaks.',
      'Press play. The preview plays in exactly the order you see, right away, with the music.',
    ],
    notes: [
      {
        question: 'Can I cut a clip shorter?',
        answer:
          'Yes. Choose it and press “Edit”: under “Trim”, set where it starts and ends, or cut a part out. Nothing is lost, so you can bring back the whole clip.',
      },
    ],
  },
  {
    slug: 'publish-and-pay',
    title: 'Publish the film and pay',
    summary: 'What happens after the button, and what it costs to change something afterwards.',
    updated: '2026-12-01',
    words: 'price cost payment card stripe checkout render finish refund money',
    steps: [
      'Watch the preview to the end.',
      'Press publish. The price next to the button is for your film as it is now.',
      'Pay by card. If it’s free, this step is skipped.',
      'Wait a moment while the film is made. You can close the page; we’ll email you.',
      'Watch the finished film before you give it.',
    ],
    notes: [
      {
        question: 'It says the film didn’t finish.',
        answer:
          'Nothing is lost, and you won’t be charged twice. Publish again; any clip that can’t be used is marked in the studio.',
      },
    ],
  },
  {
    slug: 'give-it',
    title: 'Give the film',
    summary: 'By email or text at a set time, with a link in a card, or together on the sofa.',
    updated: '2026-12-01',
    words:
      'sms phone number deliver send gift recipient schedule time mail link qr television screen unwrap share watch',
    steps: [
      'Once the film is published, press “Give it” in the studio.',
      'Choose now or a day and time, and how it gets there: by email, by text if this site sends texts, or with a link you hand over yourself. Add their address or phone number right there.',
      'Before we send anything now, we ask you to confirm. Then you have ten seconds to undo it. A planned gift can be moved or cancelled in the studio until its time.',
      'For a party, open the recipient’s link on the computer connected to the big screen, and let them pull the ribbon.',
      'For everyone else, copy the second link under “Details”, once the gift is given.',
    ],
    notes: [
      {
        question: 'Whose clock counts?',
        answer:
          'Every time names its zone, such as “New York time”. Change it where you choose the day, or under “Edit details”.',
      },
      {
        question: 'Will we know it was opened?',
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
    title: 'Log in, log out, forgotten passwords',
    summary: 'You are an organiser and can’t get in.',
    updated: '2026-12-01',
    words: 'password login account register email reset sign in',
    steps: [
      'Only organisers have accounts. To send a clip, just open the link you were sent.',
      'Check the address for typos; when you log in, we don’t say whether the address or the password was wrong.',
      'After several wrong passwords you have to wait, longer each time. Wait it out, then try again.',
      'You can log out from the menu, at the top right.',
    ],
  },
];
