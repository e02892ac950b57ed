import type { OccasionContent } from './content.ts';

export const retirement: OccasionContent = {
  type: 'retirement',
  updated: '2026-11-22',
  title: 'Retirement video from colleagues: VidDay',
  description:
    'Four decades of colleagues rarely fit in one canteen. Let each of them come by for half a minute on the last working day.',
  kind: 'Retirement',
  headline: ['The last day', 'deserves more than', 'sheet cake.'],
  lead: 'There are people in this building who learned everything from him, and people who left years ago and still quote him. Fetch both.',
  start: 'Start a retirement film',
  recipient: 'Karl',
  film: { art: 'karl', alt: 'Karl in his armchair, wearing a checked shirt' },
  strip: {
    label: 'Some of the clips in Karl’s film',
    clips: [
      { name: 'Workshop 2', length: 27, art: 'tomas' },
      { name: 'Apprentice of ’98', length: 33, art: 'jonas' },
      { name: 'Payroll', length: 6, words: 'Your holiday balance is a work of art.' },
      { name: 'His wife', length: 21, art: 'ruth' },
      { name: 'The bench out back', length: 4, art: 'bench' },
      { name: 'Night porter', length: 24, art: 'night' },
      { name: 'First boss, 91', length: 52, isVoice: true },
      { name: 'The lake is waiting', length: 4, art: 'lake' },
    ],
  },
  story: {
    title: 'Thirty-eight years, one Friday',
    steps: [
      {
        when: 'Three weeks to go',
        text: 'Ines from the front office copied the names from old rosters. Somebody’s cousin still had the first boss’s telephone number.',
      },
      {
        when: 'The building fills it',
        text: 'The workshop recorded with the machines running. Former apprentices sent pictures of their own apprentices.',
      },
      {
        when: 'Friday, half past two',
        text: 'He had prepared a speech. He folded it up after the second clip and asked for the tissues instead.',
      },
    ],
  },
  ask: {
    title: 'Past the gold watch',
    lead: 'Ask about the first day, the famous mistake, and what he should do with a free Monday.',
  },
  messages: {
    title: 'Notices for the board',
    lead: 'One to pin up, one for those who left long ago, one for home.',
    samples: [
      {
        to: 'For the notice board',
        text: 'Karl hangs up his coat on the 30th. Scan the code and tell him what nobody here can do without him. Half a minute, phone at arm’s length, machines may run.',
      },
      {
        to: 'To someone who left years ago',
        text: 'He asks after you more often than you’d guess. Would you come back for thirty seconds, by film?',
      },
      {
        to: 'To his family',
        text: 'What are you going to do with him all day? Answer honestly, we will show it to the whole canteen.',
      },
    ],
  },
  questions: {
    title: 'From people who organised one',
    items: [
      {
        question: 'He still opens the office post. Will he notice?',
        answer:
          'Leave out shared mailboxes and send the link person to person. We only use his own address for the gift itself.',
      },
      {
        question: 'Some colleagues don’t use a smartphone.',
        answer:
          'Record them with yours. When one clip is in, type the next person’s name and go on; each clip carries its own.',
      },
      {
        question: 'How long can a retirement film be?',
        answer:
          'Up to three hours, though eight to twelve minutes keep a canteen together. You see the length, and the price that goes with it, while you arrange.',
      },
      {
        question: 'Can we give it to him at the pub instead?',
        answer: 'Anywhere with a connection. Set a time for the email, or hand him a phone with his link open.',
      },
    ],
  },
  related: ['farewell', 'recognition', 'business'],
  end: { title: 'Who is clearing out the locker?', fine: 'Ask early: former colleagues take a week to find.' },
};
