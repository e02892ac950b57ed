import type { OccasionContent } from './content.ts';

export const getWell: OccasionContent = {
  type: 'getwell',
  updated: '2026-12-01',
  title: 'Get-well video from friends, free: VidDay',
  description:
    'For a hospital bed or a long winter at home: familiar faces in one film, to be watched in small portions. Free up to five minutes.',
  kind: 'Get well',
  headline: ['Visiting hours', 'that never end.'],
  lead: 'Being ill is long, and mostly boring. Bring the street, the choir and the cat to the bedside, a minute at a time.',
  start: 'Start a get-well film',
  recipient: 'Ines',
  film: { art: 'ines', alt: 'Ines by a window, a pot plant on the sill' },
  strip: {
    label: 'Some of the visits in Ines’s film',
    clips: [
      { name: 'Ward neighbour', length: 16, art: 'walter' },
      { name: 'The choir, altos', length: 37, art: 'choir' },
      { name: 'Desk 14', length: 6, words: 'Your cactus has a new shoot. We are all very proud.' },
      { name: 'Theo and the dog', length: 22, art: 'dog' },
      { name: 'Sound of the market', length: 30, isVoice: true },
      { name: 'From the shore', length: 12, art: 'lena' },
      { name: 'The bench is free', length: 4, art: 'bench' },
    ],
  },
  story: {
    title: 'How it went for Ines',
    steps: [
      {
        when: 'When the news came',
        text: 'Nobody knew what to write. Her colleague sent a link and asked for something from outside the window, nothing more.',
      },
      {
        when: 'In the weeks of treatment',
        text: 'Clips came in as people thought of her. Some showed the market, some the office plant, one only rain on a tin roof.',
      },
      {
        when: 'On the slow afternoons',
        text: 'She watched one visit a day and skipped about with the chapters. On good days she had two.',
      },
    ],
  },
  ask: {
    title: 'What helps, and what doesn’t',
    lead: 'Leave advice and miracle cures aside. A normal day from outside is worth more.',
  },
  messages: {
    title: 'How you might ask',
    lead: 'Gentle wording, so that nobody feels they must be funny.',
    samples: [
      {
        to: 'To friends and colleagues',
        text: 'Ines will be in hospital for a while. She can’t have many visitors, so we are sending them by film. Show her something from your day; you don’t have to say anything wise.',
      },
      {
        to: 'To a child’s class',
        text: 'Noor is home with a plaster up to the hip. Tell her what happened at break, and keep a seat for her in the picture.',
      },
      {
        to: 'To those who are far away',
        text: 'It is enough to say good evening. She says that voices help.',
      },
    ],
  },
  questions: {
    title: 'What people wonder',
    items: [
      {
        question: 'Is it truly free?',
        answer:
          'Yes. A get-well film of up to five minutes costs nothing, and we don’t ask for a card. Only 4K, and music or a theme of your own, cost extra.',
      },
      {
        question: 'Our friend tires quickly.',
        answer:
          'The film has a chapter for each person. Below it are their pictures: tap one to start there, so she can watch a single visit and save the next one for another day.',
      },
      {
        question: 'The outlook is uncertain. Is this still right?',
        answer:
          'Often it is. Ask people to tell and to show rather than to wish, and let somebody close watch it first.',
      },
      {
        question: 'Does it play on a hospital network?',
        answer:
          'It comes in two sizes, and you can pick the smaller one in the player if it stutters. To be safe, save it as a file on a tablet before the visit.',
      },
    ],
  },
  related: ['thankyou', 'birthday', 'recognition'],
  end: {
    title: 'Who could do with a visit?',
    fine: 'Up to five minutes of film are free for this occasion, whoever you are.',
  },
};
