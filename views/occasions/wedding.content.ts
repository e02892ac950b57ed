import type { OccasionContent } from './content.ts';

export const wedding: OccasionContent = {
  type: 'wedding',
  updated: '2026-12-01',
  title: 'Wedding video from the guests: VidDay',
  description:
    'Toasts from those who can’t come, advice from forty years of marriage, the story of the first date: a wedding film by the guests.',
  kind: 'Wedding',
  headline: ['Every toast', 'that didn’t fit', 'the evening.'],
  lead: 'There’s time for three speeches. There are ninety people with something to say. Film has more patience than a kitchen.',
  start: 'Start a wedding film',
  recipient: 'Samira and Tomás',
  film: { art: 'choir', alt: 'Three friends singing under a string of lights' },
  strip: {
    label: 'Some of the clips in Samira and Tomás’s film',
    clips: [
      { name: 'Bridesmaids', length: 31, art: 'choir' },
      { name: 'Grandmother, 88', length: 46, art: 'ruth' },
      { name: 'The matchmaker', length: 22, art: 'jonas' },
      { name: 'Cousin in Quito', length: 27, art: 'amara' },
      { name: 'Flower children', length: 12, art: 'kids' },
      { name: 'His old flatmate', length: 6, words: 'He ironed a shirt for the first date. I knew.' },
      { name: 'Parents', length: 39, isVoice: true },
      { name: 'Where they met', length: 4, art: 'bench' },
    ],
  },
  story: {
    title: 'What happened behind the seating plan',
    steps: [
      {
        when: 'With the thank-you list open',
        text: 'The best man and the maid of honour took the guest list, crossed out those with a microphone on the day, and wrote to all the rest.',
      },
      {
        when: 'Glasses raised on five continents',
        text: 'Grandmother, too frail to fly, toasted with tea. The cousin in Quito wore the suit anyway.',
      },
      {
        when: 'Breakfast, the morning after',
        text: 'Hair still full of pins, they opened it between the coffee and the leftovers. It was the quiet hour that the wedding itself hadn’t had.',
      },
    ],
  },
  ask: {
    title: 'Help the toast along',
    lead: 'Short, specific, and no exes. These steer people there.',
  },
  messages: {
    title: 'Invitations beside the invitation',
    lead: 'For guests who come, guests who can’t, and those who have been married for ages.',
    samples: [
      {
        to: 'To those who can’t make it',
        text: 'Your chair stays empty but your toast needn’t. Raise whatever you are drinking, say their names, and tell them when you knew that this was it.',
      },
      {
        to: 'To the long-married',
        text: 'You have done this for forty years. What should they quarrel about less, and what is worth it?',
      },
      {
        to: 'On the card at each table',
        text: 'Film a toast from your table tonight. Scan the code and tap “Record”; the bride and groom see nothing until tomorrow.',
      },
    ],
  },
  questions: {
    title: 'For the best man and the maid of honour',
    items: [
      {
        question: 'Can guests still record during the party?',
        answer:
          'Yes. The studio has a QR code next to the invitation link; print it for the tables. If the network is crowded, clips wait on the phone, and the page sends them when it’s opened again.',
      },
      {
        question: 'Does this replace a videographer?',
        answer: 'No. They film the day; this is what people have to say about it. The two go well together.',
      },
      {
        question: 'Somebody toasts for eleven minutes.',
        answer:
          'The camera on the page stops at three minutes, and longer files have to be trimmed first. In the studio you can still trim a toast or cut a part out. It helps to tell people beforehand that half a minute is plenty.',
      },
      {
        question: 'Is there a way to leave a clip out without hurting anybody?',
        answer: 'Yes, in the studio. The sender isn’t told, and one tap puts it back if you change your mind.',
      },
    ],
  },
  related: ['anniversary', 'valentines', 'babyshower'],
  end: { title: 'When’s the big day?', fine: 'Collect before, during and after; publish when it’s complete.' },
};
