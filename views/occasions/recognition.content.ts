import type { OccasionContent } from './content.ts';

export const recognition: OccasionContent = {
  type: 'recognition',
  updated: '2026-11-21',
  title: 'Recognition video for someone’s service: VidDay',
  description:
    'Honour a volunteer, a nurse, a soldier or a lifelong neighbour with a film of the people who know what they did.',
  kind: 'Recognition',
  headline: ['They never wanted', 'a fuss.', 'Make a small one.'],
  lead: 'Those who do the most tend to hear about it least. Gather the witnesses and let them say what they saw.',
  start: 'Start a film of honour',
  recipient: 'Jonas',
  film: { art: 'jonas', alt: 'Jonas in his yellow cap on a hillside' },
  strip: {
    label: 'Some of the clips in Jonas’s film',
    clips: [
      { name: 'Mountain rescue', length: 28, art: 'tomas' },
      { name: 'The hiker, 2021', length: 34, art: 'lena' },
      { name: 'Valley school', length: 16, art: 'kids' },
      { name: 'Base camp', length: 6, words: 'Last one down. Every single time.' },
      { name: 'Biscuit’s handler', length: 19, art: 'dog' },
      { name: 'Radio room', length: 25, isVoice: true },
      { name: 'The mayor', length: 31, art: 'karl' },
    ],
  },
  story: {
    title: 'Twenty winters in six minutes',
    steps: [
      {
        when: 'Start with one witness',
        text: 'The hiker he’d carried down in 2021 had his number and nothing else. She asked the rescue station who should be in it.',
      },
      {
        when: 'Names lead to names',
        text: 'Each person passed the link to two more. People he had long forgotten turned out to have forgotten nothing.',
      },
      {
        when: 'No stage, no medal',
        text: 'They showed it in the garage, on the side of the van. He kept his cap in his hands.',
      },
    ],
  },
  ask: {
    title: 'Let them bear witness',
    lead: 'Facts honour a person more than praise does. Ask what happened.',
  },
  messages: {
    title: 'To bring the witnesses together',
    lead: 'Say plainly why, then leave the rest to them.',
    samples: [
      {
        to: 'To colleagues and comrades',
        text: 'We want Jonas to know what his twenty years meant, while he is still in the middle of them. Tell one call-out, one evening, one thing he did when nobody watched.',
      },
      {
        to: 'To someone he helped',
        text: 'You may not know each other well, but you are part of his story. Would you tell him how yours went on?',
      },
      {
        to: 'To a soldier’s family',
        text: 'She is away until spring. Film the kitchen, the dog, the street, and say what is waiting for her.',
      },
    ],
  },
  questions: {
    title: 'Questions that come up',
    items: [
      {
        question: 'Does it work for a group, such as a crew or a ward?',
        answer: 'Yes. Give the crew’s name, or list its members; the film then addresses all of them.',
      },
      {
        question: 'Can people take part with a poor connection?',
        answer:
          'They can. An upload that breaks off carries on from the same spot later, up to a week after it started, even if the phone was switched off in between.',
      },
      {
        question: 'May we show it in public?',
        answer: 'Ask the people in it first. Then save the file and play it wherever you like.',
      },
      {
        question: 'Somebody wrote a page instead of filming.',
        answer:
          'A text card holds 500 characters. Let someone else read the page aloud and send it as a voice message.',
      },
    ],
  },
  shares: [
    {
      type: 'military',
      text: 'For someone who serves, far from home: a film that fits a weak connection and brings along the kitchen, the dog and the news from next door.',
    },
  ],
  related: ['thankyou', 'retirement', 'business'],
  end: { title: 'Who have you been meaning to honour?', fine: 'You choose who is asked and what stays in.' },
};
