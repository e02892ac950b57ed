import { RESTORE_WINDOW } from '../../src/shared/limits.ts';
import type { LegalText } from './legal.ts';

/** Terms between users and the operator. */
export const TERMS: LegalText = {
  path: '/terms',
  title: 'Terms of use: the rules of VidDay',
  heading: 'The rules, as short as we could',
  description: 'Whose the clips are, what isn’t allowed, what you pay for, and what happens when something goes wrong.',
  lead: 'They apply between you and the people who run this site. The software itself is free and comes under the MIT licence.',
  updated: '2026-12-01',
  short: [
    'Your clips stay yours.',
    'Only send what you’re allowed to send, and nothing that hurts people.',
    'You pay once for a film, when you publish it, unless you have a membership.',
    'The people who run this site may take down anything that breaks these rules.',
  ],
  chapters: [
    {
      id: 'yours',
      title: 'What is yours',
      paragraphs: [
        'You keep every right to what you send. You allow this site to store it, to prepare it, to use it in the film you sent it for, and to show that film to the people its organisers choose. That permission ends when the clip is erased.',
      ],
    },
    {
      id: 'may',
      title: 'What you can send',
      items: [
        'Your own recordings, and other people’s only if they agree.',
        'People who can be recognised should know they’re being filmed and what for. For children, their parents decide.',
        'Other people’s music and pictures, only if you have the right to use them.',
      ],
    },
    {
      id: 'not',
      title: 'What has no place here',
      items: [
        'Hatred, threats, humiliation, and anything sexual that involves minors.',
        'Films meant to deceive or to expose somebody.',
        'Attempts to overload the site, to guess other people’s links, or to get around its limits.',
      ],
    },
    {
      id: 'organiser',
      title: 'What organisers answer for',
      paragraphs: [
        'You decide what goes into the film and who gets the links. Anyone with a link can open what it leads to, so share it with care. Keep your password to yourself.',
      ],
    },
    {
      id: 'money',
      title: 'Money',
      paragraphs: [
        'Collecting, arranging and previewing are free. A film costs what the price page says for its length and for what you add, such as your own music, once, when it is published. Making the same film again is free; one that is longer or has more in it costs the difference. A membership renews until you cancel it. If a film can’t be made, you won’t be charged for it twice, and your payment still counts for the next try.',
      ],
    },
    {
      id: 'down',
      title: 'When something is taken down',
      paragraphs: [
        `The operator may suspend a film after a report and delete what breaks these rules. You can delete your own film at any time, and change your mind for ${Math.round(RESTORE_WINDOW / 86_400_000)} days.`,
      ],
      link: { href: '/help/contact', label: 'Write to us about a film or these rules' },
    },
    {
      id: 'promise',
      title: 'What we can and can’t promise',
      paragraphs: [
        'We take care that nothing you sent gets lost, and keep originals until you delete them or your account. But machines fail, so save a copy of a film that matters. The software comes as is, without warranty beyond what the law of your country demands.',
      ],
    },
    {
      id: 'change',
      title: 'When these rules change',
      paragraphs: [
        'The date above changes with them. A film that was paid for keeps the rules under which it was bought.',
      ],
    },
  ],
};
