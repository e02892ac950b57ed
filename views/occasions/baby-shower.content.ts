import type { OccasionContent } from './content.ts';

export const babyShower: OccasionContent = {
  type: 'babyshower',
  updated: '2026-11-22',
  title: 'Baby shower video for parents-to-be: VidDay',
  description:
    'Lullabies, honest advice and messages to somebody who can’t hold up their head yet: a baby shower film to keep for eighteen years.',
  kind: 'Baby shower',
  headline: ['Dear you,', 'whoever', 'you’ll be.'],
  lead: 'Everyone brings socks. Bring the voices too: what they hope, what they know by now, what they’ll sing at three in the morning.',
  start: 'Start a baby shower film',
  recipient: 'Amara and Jonas',
  film: { art: 'ruth', alt: 'A grandmother-to-be by a sunny window' },
  strip: {
    label: 'Some of the clips in a film for somebody not born yet',
    clips: [
      { name: 'Granny-to-be', length: 35, art: 'ruth' },
      { name: 'Lullaby, badly', length: 21, isVoice: true },
      { name: 'Big cousins', length: 13, art: 'kids' },
      { name: 'The midwife', length: 17, art: 'samira' },
      { name: 'Uncle Tomás', length: 6, words: 'I will teach you to whistle. Your mother said no.' },
      { name: 'Grandad’s boat', length: 4, art: 'lake' },
      { name: 'Dad’s team', length: 26, art: 'night' },
    ],
  },
  story: {
    title: 'A time capsule with nappies',
    steps: [
      {
        when: 'Week thirty-one',
        text: 'Two friends shared the work: one did cake, the other did this. She wrote to the grandmothers first.',
      },
      {
        when: 'Advice, solicited for once',
        text: 'The midwife gave the only tip that held. The cousins explained which toys may be broken and which may not.',
      },
      {
        when: 'Party, then feeding time',
        text: 'Everybody cried at the party. In March it ran again, at 3 a.m., with somebody small on one arm and the sound turned low.',
      },
    ],
  },
  ask: {
    title: 'Talk to the parents, or past them',
    lead: 'Half of these are for the grown-ups. The others are for someone who’ll press play in 2044.',
  },
  messages: {
    title: 'Ready to forward',
    lead: 'Choose the addressee: bump or parents.',
    samples: [
      {
        to: 'A letter to the baby',
        text: 'Say hello to someone you haven’t met. What should they know about their parents that the parents will never admit?',
      },
      {
        to: 'For experienced mothers and fathers',
        text: 'One thing nobody told you beforehand, please, and one song that works. Nothing about sleep, they’ve heard.',
      },
      {
        to: 'For relatives far away',
        text: 'The shower is on the 9th and you’ll be missed. Hold up the oldest baby picture of either of them and tell us what’s going on in it.',
      },
    ],
  },
  questions: {
    title: 'Before the balloons',
    items: [
      {
        question: 'The name is still secret.',
        answer:
          'Make it for the parents, or call the baby by the nickname everybody uses. You can change it later, and the title follows.',
      },
      {
        question: 'Does it suit a second child?',
        answer: 'Particularly well. Let the older one open the film with instructions for the newcomer.',
      },
      {
        question: 'Can the film go on growing after the birth?',
        answer: 'Yes. Move the deadline, let the first visitors add theirs, and publish again.',
      },
      {
        question: 'My aunt’s clip came in sideways.',
        answer:
          'Phones note how they were held, and we rotate clips to match. If one is still sideways, rotate it in the studio.',
      },
    ],
  },
  related: ['mothers', 'fathers', 'wedding'],
  end: { title: 'When is the little one due?', fine: 'Begin two weeks before the shower; grandmothers begin at once.' },
};
