import type { OccasionContent } from './content.ts';

export const farewell: OccasionContent = {
  type: 'farewell',
  updated: '2026-11-22',
  title: 'Farewell video for someone who moves away: VidDay',
  description:
    'Before the boxes are taped shut: a goodbye film from the street, the team and the regulars, to open in the new place.',
  kind: 'Farewell',
  headline: ['Something that', 'fits in', 'hand luggage.'],
  lead: 'The flat is empty, the bike is sold. Send the neighbourhood along, to be opened on the first evening there.',
  start: 'Start a goodbye film',
  recipient: 'Lena',
  film: { art: 'lena', alt: 'Lena in a striped top at the shore' },
  strip: {
    label: 'Some of the clips in Lena’s film',
    clips: [
      { name: 'The bakery', length: 18, art: 'cook' },
      { name: 'Upstairs', length: 13, art: 'karl' },
      { name: 'Pub quiz team', length: 35, art: 'choir' },
      { name: 'Her plant’s new owner', length: 6, words: 'It is alive. I talk to it about you.' },
      { name: 'Biscuit', length: 9, art: 'dog' },
      { name: 'Night bus driver', length: 20, isVoice: true },
      { name: 'Our spot', length: 4, art: 'lake' },
      { name: 'Amara', length: 29, art: 'amara' },
    ],
  },
  story: {
    title: 'How a street said goodbye',
    steps: [
      {
        when: 'While she was packing',
        text: 'Amara went from the bakery to the bus stop with the link on a slip of paper. She had told everybody: not a word till Lisbon.',
      },
      {
        when: 'From places she would miss',
        text: 'People stood where they always met her and filmed there. The pub quiz team still didn’t know the capital of Australia.',
      },
      {
        when: 'First night, on a mattress',
        text: 'The email came at nine, Lisbon time. She watched it with the window open, then rang every one of them.',
      },
    ],
  },
  ask: {
    title: 'So they don’t all say “take care”',
    lead: 'Send them outside with a question, and the background will do half the work.',
  },
  messages: {
    title: 'Slip this to the others',
    lead: 'Quietly, and before the removal van.',
    samples: [
      {
        to: 'To the neighbours',
        text: 'Lena moves to Lisbon on the first. Stand where you usually bump into her and tell her what will be missing there from now on.',
      },
      {
        to: 'To the team she leaves',
        text: 'Her chair goes to somebody else, her jokes don’t. Give us your favourite one, or the story behind the nickname.',
      },
      {
        to: 'To her closest friend',
        text: 'You go last in the film. Say when you will visit, so that it’s on record.',
      },
    ],
  },
  questions: {
    title: 'Before the van comes',
    items: [
      {
        question: 'Can it arrive when she is already there?',
        answer:
          'That is what the delivery time is for. Pick the day and the time, with her time zone in mind, and we’ll send it then.',
      },
      {
        question: 'She leaves in two days.',
        answer: 'Plenty. Most people record the same evening once they hear how little time there is.',
      },
      {
        question: 'Can she watch it without a good connection?',
        answer:
          'The player starts with a smaller picture if the connection is slow, and she can choose either. Once it’s saved as a file it needs no connection at all, not even over the Atlantic.',
      },
      {
        question: 'Two friends leave together. One film or two?',
        answer: 'One, if they go to the same place. Give both names and send each of them the wrapped link.',
      },
    ],
  },
  related: ['retirement', 'thankyou', 'graduation'],
  end: { title: 'Who is taping up the boxes?', fine: 'Start now; add the stragglers after she has landed.' },
};
