import type { OccasionContent } from './content.ts';

export const fathersDay: OccasionContent = {
  type: 'fathers',
  updated: '2026-12-01',
  title: 'Father’s Day video instead of another tie: VidDay',
  description:
    'He says he needs nothing. Ask his children, his mates and his old crew for the stories he tells, and show him he was heard.',
  kind: 'Father’s Day',
  headline: ['He’ll say', 'he’s got something', 'in his eye.'],
  lead: 'Dads who say little remember a lot. Turn it round for once: you do the telling, he does the listening.',
  start: 'Start a film for Dad',
  recipient: 'Dad',
  film: { art: 'dog', alt: 'A man in an orange top beside his dog' },
  strip: {
    label: 'Some of the clips in a Father’s Day film',
    clips: [
      { name: 'Ben', length: 17, art: 'kids' },
      { name: 'His fishing mate', length: 26, art: 'walter' },
      { name: 'The shed', length: 6, words: 'Third drawer, left. You were right.' },
      { name: 'Lena', length: 23, art: 'lena' },
      { name: 'Grandpa', length: 34, art: 'karl' },
      { name: 'Sunday league', length: 30, art: 'choir' },
      { name: 'Mum, from the kitchen', length: 8, isVoice: true },
      { name: 'Five a.m., the lake', length: 4, art: 'lake' },
    ],
  },
  story: {
    title: 'The best-kept secret since the dented car',
    steps: [
      {
        when: 'One evening in the garage',
        text: 'Lena needed his old crew’s numbers. She told him it was about a carburettor, and he wrote them all down.',
      },
      {
        when: 'Men of few words, on film',
        text: 'His fishing mate spoke for twenty-six seconds, which is a record. Grandpa demonstrated the handshake.',
      },
      {
        when: 'Grill on, screen up',
        text: 'He let the sausages burn. Afterwards he cleared his throat twice and asked to see the part with the handshake again.',
      },
    ],
  },
  ask: {
    title: 'Make quiet people talk',
    lead: 'Tools, jokes, journeys: give them a thing to hold on to and the rest follows.',
  },
  messages: {
    title: 'How to recruit his people',
    lead: 'Plain words for men who answer with a thumb.',
    samples: [
      {
        to: 'To his mates',
        text: 'We’re doing something for Dad on the third Sunday in June. Which of his jokes do you tell these days? Tell it to the camera, badly, as he does.',
      },
      {
        to: 'To the grown-up children',
        text: 'Show something you repaired yourself because he once showed you how. Sound on, please, so that he hears the drill.',
      },
      {
        to: 'To the little ones',
        text: 'How strong is Daddy? What can he lift? What does he do when he thinks you sleep?',
      },
    ],
  },
  questions: {
    title: 'Small print for big families',
    items: [
      {
        question: 'He is a stepfather, or a grandfather, or an uncle who did the job.',
        answer: 'Then it is his day too. The title takes any name you give.',
      },
      {
        question: 'Our old tapes are in strange formats.',
        answer:
          'Once they are files, we read nearly everything: AVI, MKV, 3GP, MOV and MP4. Up to two gigabytes apiece.',
      },
      {
        question: 'He will want to keep it on his own disk.',
        answer: 'There is a download button below the film, for an ordinary file that plays on anything.',
      },
      {
        question: 'Is there music?',
        answer:
          'One of our pieces or a song of your own can play underneath, and it ducks when somebody speaks. Silence is a choice as well.',
      },
    ],
  },
  related: ['mothers', 'birthday', 'retirement'],
  end: { title: 'Beat the tie', fine: 'Free to gather; the smallest film costs less than socks.' },
};
