import type { OccasionContent } from './content.ts';

export const school: OccasionContent = {
  type: 'school',
  updated: '2026-11-22',
  title: 'Class video for school and teachers: VidDay',
  description:
    'A film from the whole class: for a teacher who earned it, for a yearbook that talks, for the last day before the holidays.',
  kind: 'School',
  headline: ['Twenty-six seats,', 'one screen,', 'no homework.'],
  lead: 'Every child gets half a minute, the quiet ones too. You get a film instead of a folder of files.',
  start: 'Start a class film',
  recipient: 'Ms Adeyemi',
  film: { art: 'kids', alt: 'Two schoolchildren laughing in paper hats' },
  strip: {
    label: 'Some of the clips in class 4b’s film',
    clips: [
      { name: 'Mia and Ben', length: 15, art: 'kids' },
      { name: 'Row three', length: 6, words: 'You drew fractions as pizza. We got hungry AND got it.' },
      { name: 'Theo', length: 20, art: 'dog' },
      { name: 'The recorder group', length: 38, art: 'choir' },
      { name: 'Samira', length: 11, art: 'samira' },
      { name: 'The caretaker', length: 17, art: 'walter' },
      { name: 'Our tree', length: 4, art: 'bench' },
      { name: 'Elif, from Ankara now', length: 23, isVoice: true },
    ],
  },
  story: {
    title: 'How 4b kept a secret for eleven days',
    steps: [
      {
        when: 'At the parents’ evening',
        text: 'One mother started the film on her phone under the table and passed the link round before the biscuits were gone.',
      },
      {
        when: 'In bedrooms and back seats',
        text: 'The children recorded at home, with a grown-up close by. One did it from inside a cupboard, for the acoustics.',
      },
      {
        when: 'Last lesson of the year',
        text: 'The projector hummed. Ms Adeyemi laughed at the pizza, and had to sit down when Elif spoke.',
      },
    ],
  },
  ask: {
    title: 'Questions that children answer',
    lead: 'Read one aloud, then film. The first answer is the right one.',
  },
  messages: {
    title: 'For the parents’ chat',
    lead: 'Three notes that have to compete with lost gloves and gym bags.',
    samples: [
      {
        to: 'The first note',
        text: 'We are filming a surprise for Ms Adeyemi. Please let your child say what they will remember from this year, 20 to 30 seconds, phone held sideways if you can. Tap the link, then “Record”; there is nothing to install.',
      },
      {
        to: 'The reminder',
        text: 'Eighteen are in, eight are missing, and the film is shown on Thursday. Pyjama recordings count.',
      },
      {
        to: 'For a yearbook',
        text: 'Instead of writing on the last page, say it: who surprised you this year, and how?',
      },
    ],
  },
  questions: {
    title: 'What parents and teachers ask',
    items: [
      {
        question: 'Who gets to see the children?',
        answer:
          'The organiser, and the people who are given the link to the finished film. Contributors only see what they sent themselves, and no search engine ever lists a class page.',
      },
      {
        question: 'Do pupils need an account or an address?',
        answer: 'Neither. A first name will do, and a parent can enter it.',
      },
      {
        question: 'What if a family changes its mind?',
        answer:
          'Anyone who sent a clip can withdraw it until the film is closed, from the link shown after sending. If they left an email address, they get it by email too. The organiser can take out anything at any time.',
      },
      {
        question: 'Our school blocks half the internet.',
        answer:
          'Clips are recorded at home. For the showing, save the film as a file beforehand and bring it on a stick.',
      },
    ],
  },
  shares: [
    {
      type: 'teacher-appreciation',
      text: 'For one teacher alone: what she always says, what he never gave up on, and what you can do now because of it.',
    },
    {
      type: 'yearbook',
      text: 'A yearbook that talks: each of you on the last page, with the year’s song and the story nobody will believe.',
    },
  ],
  related: ['graduation', 'thankyou', 'farewell'],
  end: { title: 'Which class is it?', fine: 'One parent organises; the others only need the link.' },
};
