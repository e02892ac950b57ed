import type { OccasionContent } from './content.ts';

export const business: OccasionContent = {
  type: 'business',
  updated: '2026-12-01',
  title: 'Team video for work: VidDay',
  description:
    'A film from the whole team for a tenth work anniversary, a project that shipped or a colleague on leave, without chasing files over email.',
  kind: 'At work',
  headline: ['Nobody', 'ever framed', 'a group card.'],
  lead: 'Six offices, four time zones, one colleague who has been with you for ten years. Collect the voices without a meeting.',
  start: 'Start a team film',
  recipient: 'Samira',
  film: { art: 'samira', alt: 'Samira at her desk under a round lamp' },
  strip: {
    label: 'Some of the clips in Samira’s film',
    clips: [
      { name: 'Oslo office', length: 24, art: 'night' },
      { name: 'Reception', length: 15, art: 'jonas' },
      { name: 'Her first intern', length: 30, art: 'amara' },
      { name: 'Finance', length: 6, words: 'You are the only one who labels her receipts.' },
      { name: 'The founder', length: 42, art: 'walter' },
      { name: 'Support, night shift', length: 18, isVoice: true },
      { name: 'Old logo, 2016', length: 4, art: 'bench' },
      { name: 'Canteen', length: 22, art: 'cook' },
    ],
  },
  story: {
    title: 'Ten years, told without slides',
    steps: [
      {
        when: 'Tuesday, between two calls',
        text: 'Tomás from her team opened it, set Thursday noon as the end and posted the link in a channel she isn’t in.',
      },
      {
        when: 'Wednesday, from six offices',
        text: 'People recorded at their desks, one from a ladder in the warehouse. Loud offices and whispering ones came out at one level.',
      },
      {
        when: 'Friday, all-hands',
        text: 'The last item on the agenda said “any other business”. It ran for seven minutes and nobody looked at their mail.',
      },
    ],
  },
  ask: {
    title: 'So that it doesn’t sound like a reference letter',
    lead: 'Colleagues grow formal on camera. A narrow question loosens the tie.',
  },
  messages: {
    title: 'Texts for the channel',
    lead: 'Polite enough for everybody, short enough to be read.',
    samples: [
      {
        to: 'To the whole company',
        text: 'Samira has been here for ten years on Friday. Please record up to 30 seconds by Thursday noon: a project you did with her, or something you learned. The link needs no login, and works on the phone in your pocket.',
      },
      {
        to: 'To a manager',
        text: 'Could you say what would have gone differently without her? Concrete beats grand.',
      },
      {
        to: 'To clients or partners',
        text: 'We are putting together a small surprise for your contact here and would love to have you in it. Twenty seconds from your desk are perfect.',
      },
    ],
  },
  questions: {
    title: 'For the person who has to sign this off',
    items: [
      {
        question: 'Do colleagues have to register?',
        answer: 'Only the one who organises has an account. Everybody else opens a link, types a name and records.',
      },
      {
        question: 'Where is our material kept?',
        answer:
          'With the people who run this site. VidDay can be hosted by your own IT, with files on your disk or in your own object storage.',
      },
      {
        question: 'Can it go on an expense claim?',
        answer:
          'It is one payment by card for one film. There are no seats, and nothing renews itself unless you choose a membership.',
      },
      {
        question: 'We need it taken down afterwards.',
        answer: 'Delete it in the studio. After thirty days in the bin the clips and the film are erased.',
      },
    ],
  },
  related: ['recognition', 'retirement', 'farewell'],
  end: { title: 'Whose desk gets the surprise?', fine: 'No trial, no sales call; see the preview and decide.' },
};
