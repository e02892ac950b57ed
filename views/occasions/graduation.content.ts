import type { OccasionContent } from './content.ts';

export const graduation: OccasionContent = {
  type: 'graduation',
  updated: '2026-11-22',
  title: 'Graduation video from family and friends: VidDay',
  description:
    'The grandparents, the flatmates, the tutor who answered at midnight: everybody behind a degree, in one graduation film.',
  kind: 'Graduation',
  headline: ['One gown.', 'A whole crowd', 'held up the hem.'],
  lead: 'Four tickets to the ceremony, forty people who had a hand in it. The thirty-six others come by film.',
  start: 'Start a graduation film',
  recipient: 'Amara',
  film: { art: 'amara', alt: 'Amara laughing in front of her bookshelves' },
  strip: {
    label: 'Some of the clips in Amara’s film',
    clips: [
      { name: 'Aunt Ngozi', length: 32, isVoice: true },
      { name: 'Lab partner', length: 21, art: 'night' },
      { name: 'Flat 9', length: 6, words: 'The smoke alarm sends its regards.' },
      { name: 'Grandpa', length: 40, art: 'walter' },
      { name: 'Lena', length: 13, art: 'lena' },
      { name: 'First-year choir', length: 26, art: 'choir' },
      { name: 'Day one, 2022', length: 4, art: 'bench' },
      { name: 'Professor Haddad', length: 28, art: 'samira' },
    ],
  },
  story: {
    title: 'From thesis to tassel',
    steps: [
      {
        when: 'The day she handed in',
        text: 'Her brother opened a VidDay while she slept for fourteen hours, and wrote to everyone in her thesis acknowledgements.',
      },
      {
        when: 'Exam weeks for all the others',
        text: 'Grandpa needed three takes to stop crying. Flat 9 filmed the stain on the ceiling with solemn music.',
      },
      {
        when: 'In the car park, caps still on',
        text: 'She opened it on a phone between two parked buses. By evening it had been played on every screen in the house.',
      },
    ],
  },
  ask: {
    title: 'Better than “so proud of you”',
    lead: 'Everybody is. Ask for the night before the exam, and for what they would tell themselves at her age.',
  },
  messages: {
    title: 'Call up the people behind it',
    lead: 'Grandparents read differently from flatmates.',
    samples: [
      {
        to: 'To the relatives abroad',
        text: 'Amara graduates on 4 July and only four of us fit in the hall. Send her half a minute for the film we show her afterwards. Open the link, tap “Record”, and your phone’s camera is ready.',
      },
      {
        to: 'To the flatmates',
        text: 'You know what she looked like in week eleven. Now’s the time to say so, on camera, with love.',
      },
      {
        to: 'To a teacher',
        text: 'She still quotes you. Would you tell her one thing you noticed before she did?',
      },
    ],
  },
  questions: {
    title: 'Asked before every ceremony',
    items: [
      {
        question: 'Can we make one for three friends who finish together?',
        answer: 'Yes, name all three. Chapters are set by the person speaking, so each can jump to their own crowd.',
      },
      {
        question: 'When should I begin?',
        answer: 'Two weeks ahead is comfortable. Students answer on the last evening, whatever date you set.',
      },
      {
        question: 'Can I add a photograph from the first school day?',
        answer: 'Please do, and put it right before somebody who remembers that day.',
      },
      {
        question: 'What if results come late, or differently?',
        answer: 'Move the deadline, or keep the film for the day that suits. Nothing is sent before you say so.',
      },
    ],
  },
  related: ['school', 'recognition', 'birthday'],
  end: { title: 'Who is throwing the cap?', fine: 'Preview it as often as you wish before anything is due.' },
};
