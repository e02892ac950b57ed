import type { OccasionContent } from './content.ts';

export const thankYou: OccasionContent = {
  type: 'thankyou',
  updated: '2026-12-01',
  title: 'Thank-you video from a group: VidDay',
  description:
    'Let everyone a coach, a nurse or a neighbour has helped say how, in their own words, in one thank-you film.',
  kind: 'Thank you',
  headline: ['A card says thanks.', 'This says what for.'],
  lead: 'The coach, the midwife, the neighbour with the spare key: people who help rarely hear what became of it.',
  start: 'Start a thank-you film',
  recipient: 'Omar',
  film: { art: 'cook', alt: 'Omar at the stove of the neighbourhood kitchen' },
  strip: {
    label: 'Some of the clips in Omar’s film',
    clips: [
      { name: 'Amara', length: 24, art: 'amara' },
      { name: 'Tomás', length: 16, art: 'tomas' },
      { name: 'Anonymous', length: 6, words: 'Tuesday soup got me through the winter.' },
      { name: 'The early shift', length: 29, art: 'choir' },
      { name: 'Theo and Biscuit', length: 12, art: 'dog' },
      { name: 'Mrs Okafor', length: 35, isVoice: true },
      { name: 'Night kitchen', length: 18, art: 'night' },
    ],
  },
  story: {
    title: 'What a soup kitchen did for its cook',
    steps: [
      {
        when: 'One poster by the door',
        text: 'Amara printed the QR code from the studio and hung it where people queue. She wrote above it: what did he do for you?',
      },
      {
        when: 'Nine days, forty people',
        text: 'Some filmed themselves, some sent their voice, some wrote two lines because they didn’t want to be seen. All of it counted.',
      },
      {
        when: 'After closing time',
        text: 'They turned a tray on its side for a stand and pressed play. Omar said he had onions in his eyes, though nobody was cooking.',
      },
    ],
  },
  ask: {
    title: 'Get past “thanks for everything”',
    lead: 'Everything is too big to film. These ask for one small thing that really took place.',
  },
  messages: {
    title: 'How to put it to the others',
    lead: 'Keep it short; people who have something to be grateful for know right away.',
    samples: [
      {
        to: 'To people who were helped',
        text: 'We are making a film for Omar, who would never ask for one. What did he do for you, and what came of it? Say it in twenty seconds or write it, with or without your name.',
      },
      {
        to: 'To a team or club',
        text: 'Coach is stepping back after nine seasons. Show her the thing you couldn’t do before you met her. Bring the ball if you need it.',
      },
      {
        to: 'To one person who will otherwise forget',
        text: 'Yours is the one she would miss. The link works from the bus.',
      },
    ],
  },
  questions: {
    title: 'Things people want settled first',
    items: [
      {
        question: 'Can someone take part without showing their face?',
        answer: 'Of course. A voice message, a photograph or a card with words is as welcome as a video.',
      },
      {
        question: 'Must they leave their name?',
        answer: 'We ask for one so that the clip can be labelled. A first name is enough, and so is “a friend”.',
      },
      {
        question: 'How do we hand it over?',
        answer:
          'We can email the wrapped film at a time you choose, or text it if this site sends texts, or you open it together with the recipient’s own link.',
      },
      {
        question: 'Is it any good for a whole department or ward?',
        answer: 'It is. You can name up to twenty people it’s for, and a group’s name is fine too.',
      },
    ],
  },
  related: ['recognition', 'school', 'farewell'],
  end: {
    title: 'Who should finally hear it?',
    fine: 'It takes you ten minutes to set up, and them half a minute each.',
  },
};
