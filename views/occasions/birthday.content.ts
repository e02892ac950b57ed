import type { OccasionContent } from './content.ts';

export const birthday: OccasionContent = {
  type: 'birthday',
  updated: '2026-11-21',
  title: 'Birthday video from everyone: VidDay',
  description:
    'Collect birthday clips from friends and family far and near, and give them as one film when the candles are lit.',
  kind: 'Birthday',
  headline: ['Seventy candles.', 'Thirty voices.', 'One film.'],
  lead: 'Half of them live too far away to come. Now they’re all there when she blows out the candles.',
  start: 'Start a birthday film',
  recipient: 'Ruth',
  film: { art: 'ruth', alt: 'Ruth in her kitchen, smiling' },
  strip: {
    label: 'Some of the clips in Ruth’s film',
    clips: [
      { name: 'Karl', length: 22, art: 'karl' },
      { name: 'Lena', length: 14, art: 'lena' },
      { name: 'Priya', length: 6, words: 'You taught me to swear in three languages.' },
      { name: 'Mia, Ben', length: 9, art: 'kids' },
      { name: 'The choir', length: 41, art: 'choir' },
      { name: 'Jonas', length: 27, art: 'jonas' },
      { name: 'Rimini ’74', length: 4, art: 'beach' },
      { name: 'Amara', length: 18, art: 'amara' },
      { name: 'Omar', length: 33, art: 'cook' },
      { name: 'Theo', length: 21, art: 'dog' },
    ],
  },
  story: {
    title: 'How Ruth’s film came together',
    steps: [
      {
        when: 'Monday, ten minutes',
        text: 'Lena typed “Ruth, 70, on the 12th”, picked two questions and dropped the link in the family chat.',
      },
      {
        when: 'By Thursday, 23 clips',
        text: 'Karl recorded his on the train. The choir sang in a stairwell. Mia and Ben baked first, then talked with their mouths full.',
      },
      {
        when: 'Friday, after the cake',
        text: 'Ruth pulled the ribbon on the big screen. She watched it twice, then asked who had taught the dog to do that.',
      },
    ],
  },
  ask: {
    title: 'Give them something to say',
    lead: 'Nobody knows how to talk to a camera. Pick two or three of these and they will.',
  },
  messages: {
    title: 'Not sure how to ask?',
    lead: 'Take one of these, change the name, send it.',
    samples: [
      {
        to: 'To the family, shy uncles included',
        text: 'Ruth turns 70 on the 12th and she has no idea. Tap the link, say something to her for half a minute, done. No app, no make-up, pyjamas welcome. Please by Wednesday, and not a word to her!',
      },
      {
        to: 'To her friends from school',
        text: 'You have known her longest and you know the worst stories. Tell one of them for her birthday film. We promise to show it to all her grandchildren.',
      },
      {
        to: 'To the children',
        text: 'Grandma’s birthday is soon. Can you sing, or show her your best trick, or tell her what you would do with a hundred balloons?',
      },
    ],
  },
  questions: {
    title: 'Before you ask',
    items: [
      {
        question: 'How many people should I invite?',
        answer: 'As many as you like, up to 500. Twenty clips of half a minute make a film of about ten minutes.',
      },
      {
        question: 'What if the party is tomorrow?',
        answer:
          'Then send the link tonight. You can publish with whatever is in, and add the late ones afterwards without paying again, as long as the film stays within its package.',
      },
      {
        question: 'Can we play it on a television?',
        answer: 'Yes. Save it as an ordinary video file, or open the link in the television’s browser.',
      },
      {
        question: 'Will she find out before the day?',
        answer:
          'Not from us. The link you send around only takes clips in, and search engines are kept away from every birthday page that somebody makes.',
      },
    ],
  },
  related: ['anniversary', 'retirement', 'mothers'],
  end: { title: 'Whose birthday is next?', fine: 'Collecting and arranging cost nothing.' },
};
