import type { OccasionContent } from './content.ts';

export const anniversary: OccasionContent = {
  type: 'anniversary',
  updated: '2026-11-22',
  title: 'Anniversary video for a couple: VidDay',
  description:
    'The best man, the children, the neighbours from the first flat: ask each for a memory and hand the two of them one anniversary film.',
  kind: 'Anniversary',
  headline: ['They said yes once.', 'Everyone else', 'says it again.'],
  lead: 'Two people, some decades, and a whole crowd who watched it happen. Let the crowd do the talking for an evening.',
  start: 'Start an anniversary film',
  recipient: 'Karl and Greta',
  film: { art: 'beach', alt: 'Two people under a striped parasol at the sea' },
  strip: {
    label: 'Some of the clips in Karl and Greta’s film',
    clips: [
      { name: 'Their first summer', length: 4, art: 'beach' },
      { name: 'The best man', length: 48, art: 'jonas' },
      { name: 'Samira', length: 25, art: 'samira' },
      { name: 'Neighbour, 3rd floor', length: 6, words: 'We heard you dance. Every Sunday.' },
      { name: 'Their daughter', length: 37, art: 'lena' },
      { name: 'Grandchildren', length: 19, art: 'kids' },
      { name: 'The church choir', length: 44, art: 'choir' },
      { name: 'A friend from Porto', length: 31, isVoice: true },
    ],
  },
  story: {
    title: 'Forty years, gathered in a fortnight',
    steps: [
      {
        when: 'A list on the back of an envelope',
        text: 'Their daughter wrote down everybody who had been at the wedding and could still be found. It came to thirty-one.',
      },
      {
        when: 'Old pictures, new voices',
        text: 'Photographs of the first car came in beside clips from three countries. She put them in the order in which things happened.',
      },
      {
        when: 'Dessert, lights down',
        text: 'The two of them held hands the whole way through. Then they argued about who had driven the car into the fountain.',
      },
    ],
  },
  ask: {
    title: 'What to ask people who saw it happen',
    lead: 'Congratulations are over in four seconds. A question gets you the evening on the balcony.',
  },
  messages: {
    title: 'Words for the invitation',
    lead: 'One for those who were at the wedding, one for those who came along later, one for their own children.',
    samples: [
      {
        to: 'To those who were at the wedding',
        text: 'You were there forty years ago, and we hope you remember more than the speeches. Tell the two of them one thing you saw that day which no photograph shows.',
      },
      {
        to: 'To friends from later years',
        text: 'Greta and Karl have been married for longer than some of us have been alive. What have you learned by sitting at their table? Half a minute is plenty.',
      },
      {
        to: 'Among brothers and sisters',
        text: 'Each of us records one sentence they always say at home. I cut nothing, so choose well.',
      },
    ],
  },
  questions: {
    title: 'Good to know beforehand',
    items: [
      {
        question: 'Can the film be for two people?',
        answer: 'Yes. Name both when you start; the title, the invitation and the wrapping then speak of the couple.',
      },
      {
        question: 'We only have paper photographs.',
        answer:
          'Take a picture of each with a phone, in daylight and without flash. Each photo is shown for four seconds, between the clips.',
      },
      {
        question: 'Some guests don’t speak our language.',
        answer:
          'Let them talk as they like. You can put a text card with a few words of translation before or after them.',
      },
      {
        question: 'Which order works best?',
        answer:
          'By the years: the first meeting, the wedding, the children, today. End with somebody who says what comes next.',
      },
    ],
  },
  related: ['wedding', 'valentines', 'birthday'],
  end: {
    title: 'How many years is it now?',
    fine: 'Watch the whole thing as a preview first; you pay when you publish.',
  },
};
