import type { OccasionContent } from './content.ts';

export const mothersDay: OccasionContent = {
  type: 'mothers',
  updated: '2026-11-22',
  title: 'Mother’s Day video from all her children: VidDay',
  description:
    'Sons, daughters, grandchildren and the ones she simply took in: everybody in one Mother’s Day film, at her breakfast table.',
  kind: 'Mother’s Day',
  headline: ['She kept', 'every drawing.', 'Give her this one.'],
  lead: 'Tulips last a week. A film of the whole brood, interrupting each other as usual, gets played until the tablet gives out.',
  start: 'Start a film for Mum',
  recipient: 'Mum',
  film: { art: 'samira', alt: 'A mother in a green headscarf, smiling' },
  strip: {
    label: 'Some of the clips in a Mother’s Day film',
    clips: [
      { name: 'The eldest', length: 19, art: 'amara' },
      { name: 'The one abroad', length: 32, art: 'tomas' },
      { name: 'The twins', length: 14, art: 'kids' },
      { name: 'The lodger of ’09', length: 6, words: 'You still set a plate for me.' },
      { name: 'Her sister', length: 28, isVoice: true },
      { name: 'Dad, whispering', length: 11, art: 'cook' },
      { name: 'Seaside, 1996', length: 4, art: 'beach' },
    ],
  },
  story: {
    title: 'Sunday, a quarter past eight',
    steps: [
      {
        when: 'The sibling chat wakes up',
        text: 'The eldest posted the link with the words “no flowers this year”. The youngest answered within a minute, the middle one on Saturday night.',
      },
      {
        when: 'Dad smuggles in the photos',
        text: 'He photographed the album page by page behind the closed bathroom door. Four of those pictures made it between the clips.',
      },
      {
        when: 'Toast, tea, tablet',
        text: 'She thought it was the weather. Then her sister’s voice came out of it, and the tea went cold.',
      },
    ],
  },
  ask: {
    title: 'What to say to the one who knows you best',
    lead: 'She doesn’t need compliments. She’d like to know what stuck.',
  },
  messages: {
    title: 'For brothers, sisters and Dad',
    lead: 'Written so that even the middle child answers.',
    samples: [
      {
        to: 'To your siblings',
        text: 'Film yourself doing one thing exactly the way Mum does it. Folding, stirring, waving goodbye from the door. No explanation needed, she’ll know.',
      },
      {
        to: 'To the grandchildren',
        text: 'What does it smell like at Granny’s? What are you allowed to do there that’s forbidden at home?',
      },
      {
        to: 'To her own friends',
        text: 'You knew her before she was anybody’s mother. Who was that?',
      },
    ],
  },
  questions: {
    title: 'Asked every May',
    items: [
      {
        question: 'Can it reach her on Sunday morning exactly?',
        answer:
          'Choose Sunday and the hour, in your own time: if she lives abroad, work out when she has breakfast. We’ll email the wrapped film then.',
      },
      {
        question: 'Mum isn’t good with technology.',
        answer: 'She taps one ribbon. The buttons are large, and there is nothing to log in to.',
      },
      {
        question: 'We would like to include our grandmother as well.',
        answer: 'Name both of them, or make a second one; clips you have on your phone can be sent to each.',
      },
      {
        question: 'My brother always forgets.',
        answer: 'Set the deadline to Thursday and tell him Wednesday. Late clips can still be let in.',
      },
    ],
  },
  related: ['fathers', 'birthday', 'babyshower'],
  end: { title: 'Call the others before she does', fine: 'Ten minutes now, tulips optional.' },
};
