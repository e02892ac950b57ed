import {
  CLIP,
  CONTRIBUTORS_PER_EVENT,
  ITEMS_PER_CONTRIBUTOR,
  ITEMS_PER_EVENT,
  MAX_BYTES,
} from '../../src/shared/limits.ts';
import type { PlainQuestion } from '../base/structured.ts';

export interface Topic {
  id: string;
  title: string;
  questions: readonly PlainQuestion[];
}

const GB = 1024 ** 3;
const MB = 1024 ** 2;

/** `/faq`: short answers; the help has longer ones. */
export const FAQ_TOPICS: readonly Topic[] = [
  {
    id: 'what',
    title: 'What it is',
    questions: [
      {
        question: 'What is a VidDay?',
        answer:
          'One film made from many people’s clips, wrapped like a present. You send a link around, everyone records on their own phone, and the person it’s for unwraps the film.',
      },
      {
        question: 'Does anyone need an app?',
        answer: 'No. It all happens in the browser your phone already has, even if it’s from 2021 or a little older.',
      },
      {
        question: 'How long does it take me?',
        answer: 'About ten minutes to start and invite people. After that, as long as you enjoy arranging.',
      },
    ],
  },
  {
    id: 'clips',
    title: 'Sending clips',
    questions: [
      {
        question: 'Do contributors need an account?',
        answer:
          'No. They type their name and record. If they leave an email address, which is optional, we send them a link to watch, swap or withdraw the clip.',
      },
      {
        question: 'What can be sent?',
        answer: 'Videos, photos, voice messages and text cards.',
      },
      {
        question: 'How long should a clip be?',
        answer: `Between ${CLIP.hintMin} and ${CLIP.hintMax} seconds is best. The limit is ${CLIP.defaultMax / 60} minutes; trim anything longer before you send it.`,
      },
      {
        question: 'How large may files be?',
        answer: `A video up to ${MAX_BYTES.video / GB} GB, a photo up to ${MAX_BYTES.photo / MB} MB, a sound up to ${MAX_BYTES.audio / MB} MB.`,
      },
      {
        question: 'What happens if the connection breaks?',
        answer:
          'The upload carries on from where it stopped, for up to seven days, even if the phone was switched off.',
      },
      {
        question: 'How many people can take part?',
        answer: `${CONTRIBUTORS_PER_EVENT} people, with up to ${ITEMS_PER_CONTRIBUTOR} clips each and ${ITEMS_PER_EVENT} clips in all.`,
      },
    ],
  },
  {
    id: 'film',
    title: 'The film',
    questions: [
      {
        question: 'Can I watch it before I pay?',
        answer: 'Yes. The preview plays in the studio as soon as there’s a clip, in the order you see.',
      },
      {
        question: 'Some filmed upright, some sideways.',
        answer:
          'Upright clips get a blurred copy of themselves as a backdrop. If one is still sideways, you can rotate it in the studio.',
      },
      {
        question: 'One whispers, one shouts.',
        answer: 'All voices are made equally loud, and the music gets quieter while someone talks.',
      },
      {
        question: 'Can I change it after I’ve given it?',
        answer: 'Yes. Add or move clips and publish again; the same link then shows the new version.',
      },
    ],
  },
  {
    id: 'giving',
    title: 'Giving it',
    questions: [
      {
        question: 'How does the recipient get it?',
        answer:
          'By an email from us at the time you choose, by a text if this site sends them, or by a link you hand over yourself.',
      },
      {
        question: 'Can others watch too?',
        answer: 'There’s a second link just for watching. Share it with as many people as you like.',
      },
      {
        question: 'Can the film be saved?',
        answer: 'As an ordinary video file in full HD, with the button below the film.',
      },
    ],
  },
  {
    id: 'safe',
    title: 'Keeping the secret',
    questions: [
      {
        question: 'Could the recipient stumble on it?',
        answer:
          'Not through a search. Pages of films are kept out of search engines, and their addresses can’t be guessed.',
      },
      {
        question: 'Do contributors see each other’s clips?',
        answer:
          'No. The link they get takes clips in but doesn’t show any, only the first names of the people who’ve taken part.',
      },
      {
        question: 'Can I take my clip back?',
        answer:
          'Until the film is closed, from your receipt. Afterwards ask the organiser, who can leave it out and publish again.',
      },
    ],
  },
];
