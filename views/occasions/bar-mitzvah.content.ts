import type { OccasionContent } from './content.ts';

export const barMitzvah: OccasionContent = {
  type: 'barmitzvah',
  updated: '2026-11-22',
  title: 'Bar and bat mitzvah video from family: VidDay',
  description:
    'Great-aunts in Haifa, camp friends, the rabbi and the little sister: blessings and stories for a bar or bat mitzvah, in one film.',
  kind: 'Bar and bat mitzvah',
  headline: ['Thirteen years,', 'four generations,', 'one mazel tov.'],
  lead: 'The portion is learned, the hall is booked, and half of the mishpocha lives on other continents. Seat them all in the front row.',
  start: 'Start a mitzvah film',
  recipient: 'Ben',
  film: { art: 'choir', alt: 'Three young people singing below a garland of lights' },
  strip: {
    label: 'Some of the clips in Ben’s film',
    clips: [
      { name: 'Saba Walter', length: 43, art: 'walter' },
      { name: 'Savta Ruth', length: 38, art: 'ruth' },
      { name: 'Camp, cabin 6', length: 20, art: 'choir' },
      { name: 'Little sister', length: 9, art: 'kids' },
      { name: 'Tutor', length: 6, words: 'You asked why eleven times. Keep asking.' },
      { name: 'Great-aunt in Haifa', length: 55, isVoice: true },
      { name: 'Tel Aviv beach', length: 4, art: 'beach' },
      { name: 'His coach', length: 15, art: 'tomas' },
    ],
  },
  story: {
    title: 'From aleph to the last dance',
    steps: [
      {
        when: 'A month before the day',
        text: 'His mother sent the link to two aunts. That was as good as telling the entire family.',
      },
      {
        when: 'Blessings in four languages',
        text: 'The great-aunt spoke Yiddish, the camp friends mostly shouted. A text card before her clip said what she wished him.',
      },
      {
        when: 'At the party, after the hora',
        text: 'The chairs were hardly down when the lights went out. He pretended to check his tie during his grandfather’s part.',
      },
    ],
  },
  ask: {
    title: 'What the elders and the cousins could say',
    lead: 'Something to carry on, something to laugh at, something nobody told them when they were that age.',
  },
  messages: {
    title: 'Invitations for the mishpocha',
    lead: 'One for grandparents, one for friends, one in case travel is out of the question.',
    samples: [
      {
        to: 'To the grandparents’ generation',
        text: 'Ben is called to the Torah on 17 May. Would you give him a blessing, or the story of your own thirteenth year? Any language, as long as you like up to three minutes.',
      },
      {
        to: 'To camp and school friends',
        text: 'No “happy bar mitzvah” in chorus, please. Tell him the thing he did at camp that you still talk about, and keep it fit for grandparents.',
      },
      {
        to: 'To family overseas',
        text: 'We would have you here if we could. The film is shown on Saturday night after Havdalah, so nobody needs a phone on Shabbat.',
      },
    ],
  },
  questions: {
    title: 'For parents in the last month',
    items: [
      {
        question: 'Can we pause it over Shabbat?',
        answer:
          'Clips wait for you until you’re back, and you choose when the film is delivered. Set the hour for after nightfall.',
      },
      {
        question: 'Is Hebrew shown properly?',
        answer:
          'On pages and in messages, yes. Lettering in the film depends on the fonts installed here, so check the preview.',
      },
      {
        question: 'Is the page meant for girls as well?',
        answer: 'It is; pick bat mitzvah, and the paper, the questions and the title follow.',
      },
      {
        question: 'Who does the editing?',
        answer: 'You drag stamps into the order you like. Loudness, music and upright clips are taken care of.',
      },
    ],
  },
  shares: [
    {
      type: 'batmitzvah',
      text: 'For a bat mitzvah at twelve or thirteen, with starlit paper and questions for her: what she should never let anyone talk her out of.',
    },
  ],
  related: ['graduation', 'birthday', 'holiday'],
  end: { title: 'Whose turn at the bimah?', fine: 'Two aunts and one link will do.' },
};
