import type { OccasionContent } from './content.ts';

export const valentinesDay: OccasionContent = {
  type: 'valentines',
  updated: '2026-11-22',
  title: 'Valentine’s Day video that isn’t a card: VidDay',
  description:
    'A love letter on film, by you alone or with the friends who saw it coming: small moments, old photographs, one voice.',
  kind: 'Valentine',
  headline: ['Say it once', 'with no autocorrect.'],
  lead: 'Twelve little clips from one year, the two of you in a bad photo booth, and a sentence you never get round to. That’s a valentine.',
  start: 'Start a valentine',
  recipient: 'Theo',
  film: { art: 'night', alt: 'A man with round glasses before a city at night' },
  strip: {
    label: 'Some of the clips in a valentine for Theo',
    clips: [
      { name: 'Me, on the roof', length: 24, art: 'night' },
      { name: 'Sunday pancakes', length: 7, art: 'cook' },
      { name: 'February, by hand', length: 6, words: 'You warm the car before you warm your coffee.' },
      { name: 'The dog agrees', length: 5, art: 'dog' },
      { name: 'Our first swim', length: 4, art: 'beach' },
      { name: 'A note at 2 a.m.', length: 33, isVoice: true },
      { name: 'She introduced us', length: 16, art: 'amara' },
    ],
  },
  story: {
    title: 'A valentine in three sittings',
    steps: [
      {
        when: 'In January, already collecting',
        text: 'Whenever Theo did the thing with the scarf, out came the phone. Nobody minds a clip of four seconds.',
      },
      {
        when: 'One helper, sworn to secrecy',
        text: 'The friend who had introduced them added her side of the story, including what was said in the taxi.',
      },
      {
        when: 'The fourteenth, lights low',
        text: 'It opened with a ribbon to pull. The restaurant had to be told that the second bottle could wait.',
      },
    ],
  },
  ask: {
    title: 'If roses are red is all you’ve got',
    lead: 'Look for the habits nobody else knows. Start with one of these.',
  },
  messages: {
    title: 'Lines to borrow',
    lead: 'For the film itself, or for those you let in on it.',
    samples: [
      {
        to: 'As your own opening',
        text: 'I filmed you for a year without your noticing, and this is what I saw. You’ll want to hide behind a cushion; stay.',
      },
      {
        to: 'To the friend who knew first',
        text: 'You called it before we did. Would you say on film what you noticed, in half a minute and without the part about the karaoke?',
      },
      {
        to: 'For a love at long distance',
        text: 'Six hours lie between us, and it is always somebody’s bedtime. Here is my whole day, so that you can walk through it with me.',
      },
    ],
  },
  questions: {
    title: 'Between the two of you',
    items: [
      {
        question: 'May I make it all on my own?',
        answer: 'Certainly. Add your own clips, pictures and cards; a valentine needs only one author.',
      },
      {
        question: 'How private is it?',
        answer: 'It opens by a link that cannot be guessed, and you alone decide who has it.',
      },
      {
        question: 'Can it be short?',
        answer: 'A minute and a half is lovely. The smallest package covers five.',
      },
      {
        question: 'What if I record it in the dark and mumble?',
        answer:
          'We raise quiet voices to the level of the rest. If a clip is silent or black we say so right away, so you can record it again.',
      },
    ],
  },
  related: ['anniversary', 'wedding', 'thankyou'],
  end: { title: 'Who’s your yes?', fine: 'Nobody finds out until you give it.' },
};
