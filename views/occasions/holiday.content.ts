import type { OccasionContent } from './content.ts';

export const holiday: OccasionContent = {
  type: 'holiday',
  updated: '2026-11-22',
  title: 'Holiday video from the whole family: VidDay',
  description:
    'Snow here, summer there, somebody always on shift: bring a scattered family to one table with a holiday film.',
  kind: 'Holidays',
  headline: ['This year', 'the whole family', 'makes it home.'],
  lead: 'Trains are full, babies have colds, the night shift is the night shift. Let everyone send the smell of their kitchen instead.',
  start: 'Start a holiday film',
  recipient: 'Granny',
  film: { art: 'night', alt: 'A young man at night in a lit-up city, far from home' },
  strip: {
    label: 'Some of the clips in one family’s holiday film',
    clips: [
      { name: 'Night shift, Oslo', length: 18, art: 'night' },
      { name: 'Melbourne, 34 degrees', length: 15, art: 'beach' },
      { name: 'The carol nobody knows', length: 42, art: 'choir' },
      { name: 'Kitchen, smoke', length: 11, art: 'cook' },
      { name: 'Aunt Ilse', length: 6, words: 'I have hidden the almond. As every year.' },
      { name: 'The small ones', length: 20, art: 'kids' },
      { name: 'Grandpa reads', length: 64, isVoice: true },
      { name: 'Theo’s dog in a hat', length: 7, art: 'dog' },
    ],
  },
  story: {
    title: 'One evening, five time zones',
    steps: [
      {
        when: 'First Sunday in December',
        text: 'Somebody asked who would be there this time, and the answer was four of nineteen. So they made the other fifteen a film to be in.',
      },
      {
        when: 'Traditions, one clip each',
        text: 'Melbourne filmed the barbecue, Oslo the empty ward. Grandpa read the same chapter that he has read since 1971.',
      },
      {
        when: 'Between goose and pudding',
        text: 'Granny pulled the ribbon. The four at the table waved at the screen, as if the others could see it.',
      },
    ],
  },
  ask: {
    title: 'More than “season’s greetings”',
    lead: 'Ask what is on the stove, what is on the tree, and what this year was good for.',
  },
  messages: {
    title: 'For the family round-robin',
    lead: 'Whichever holiday it is, use your own words.',
    samples: [
      {
        to: 'To all of them',
        text: 'Fifteen of us can’t be there on the 24th, so we’ll be there by film. Show Granny your window, your table and whoever is next to you. Ends on the 22nd, because I want to sleep.',
      },
      {
        to: 'To the one on duty',
        text: 'Record it in your break, in uniform. Say when you’ll be home and what to keep warm for you.',
      },
      {
        to: 'To friends of another faith',
        text: 'You always ask about our holiday. What do you light, eat or sing in these weeks? We’d love to have it in the film.',
      },
    ],
  },
  questions: {
    title: 'While the oven heats up',
    items: [
      {
        question: 'Does it have to be Christmas?',
        answer: 'Not at all. Hanukkah, Diwali, Eid, New Year: the paper is green, the words are yours.',
      },
      {
        question: 'Could each household get the film?',
        answer: 'Yes. Send the watching link to as many people as you like; watching costs nothing.',
      },
      {
        question: 'Half the family sends six-second clips.',
        answer: 'Short ones are fun in a row. Anything of a second or more can be used.',
      },
      {
        question: 'Can we do it again next year?',
        answer:
          'Start a new one each winter. The old films stay on your dashboard, so you can watch the children grow.',
      },
    ],
  },
  related: ['thankyou', 'valentines', 'barmitzvah'],
  end: { title: 'Who won’t make it this year?', fine: 'Set the deadline before the shops close.' },
};
