import type { OccasionContent } from './content.ts';

export const memorial: OccasionContent = {
  type: 'memorial',
  updated: '2026-12-01',
  title: 'Memorial video, stories kept together: VidDay',
  description: 'Gather the stories people tell about someone you have lost, in one film, in your own time.',
  kind: 'In memory',
  headline: ['The stories you would tell each other, kept in one place.'],
  lead: 'Ask the people who knew him to tell one story each. There is no hurry, and nothing you have to get right.',
  start: 'Begin a memorial film',
  recipient: 'Walter',
  film: { art: 'lake', alt: 'A man fishing from a small boat on a still lake' },
  strip: {
    label: 'Some of the memories in Walter’s film',
    clips: [
      { name: 'Walter, 2019', length: 4, art: 'walter' },
      { name: 'Ines', length: 72, art: 'ines' },
      { name: 'His bench', length: 4, art: 'bench' },
      { name: 'Tomás', length: 48, art: 'tomas' },
      { name: 'Greta', length: 6, words: 'He waited with me until the last bus came.' },
      { name: 'The lake', length: 4, art: 'lake' },
      { name: 'Aunt Ilse', length: 123, isVoice: true },
    ],
  },
  story: {
    title: 'How it can go',
    steps: [
      {
        when: 'When you are ready',
        text: 'Name the person, and choose a few questions or none. You can invite three people or three hundred.',
      },
      {
        when: 'As the stories come',
        text: 'A voice message counts. So does a photograph, or two written lines. People can take theirs back or record it again for as long as you leave it open.',
      },
      {
        when: 'Together, or alone',
        text: 'Show it at the service, send it to those who could not travel, or keep it for one quiet evening.',
      },
    ],
  },
  ask: { title: 'Some find it easier with a question', lead: 'Offer one or two, or leave them out.' },
  messages: {
    title: 'If the words don’t come',
    lead: 'You may use ours, or change them.',
    samples: [
      {
        to: 'To family and friends',
        text: 'We are gathering memories of Walter for his family. If you would like to, tell one story, long or short, spoken or written. There is no right way to do it, and no need to hurry.',
      },
      {
        to: 'To someone who knew him at work',
        text: 'You spent more hours with Walter than most of us. We would be glad of anything you remember, even something small.',
      },
      {
        to: 'To those who cannot come',
        text: 'If the way is too far, your voice can be there. We will play it with the others on Saturday.',
      },
    ],
  },
  questions: {
    title: 'What people ask us',
    items: [
      {
        question: 'How long can it stay open?',
        answer: 'As long as you like. You can close it for the service and open it again next year.',
      },
      {
        question: 'Can I use old videos and photographs?',
        answer:
          'Yes. Scans, old tapes saved as files and voicemails are all welcome, and we even out the sound so that faint voices are heard.',
      },
      {
        question: 'Who can see it?',
        answer: 'Only people with the link you give them. It is not listed anywhere, and search engines are kept out.',
      },
      {
        question: 'Will you send me offers?',
        answer:
          'No. We write when new memories come in, at most once a day, when the deadline is near, and when the film is made. A few times a year there may be a letter about what is new here. You can turn off each of these in your settings, under Emails. Only emails you need, about your account, a payment or the film itself, always come.',
      },
    ],
  },
  related: ['recognition', 'thankyou', 'anniversary'],
  end: { title: 'We will keep it safe for you.', fine: 'Gathering and arranging are free.' },
};
