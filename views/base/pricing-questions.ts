import { money } from '../../src/shared/format.ts';
import type { Packages } from '../../src/shared/pricing.ts';
import type { PlainQuestion } from './structured.ts';

/** `/pricing`: questions about payment, with current prices. */
export const pricingQuestions = ([smallest, middle]: Packages): readonly PlainQuestion[] => [
  {
    question: 'When do I pay?',
    answer: 'When you publish, after you’ve watched the whole preview. You don’t pay anything until then.',
  },
  {
    question: 'Do people who send clips pay anything?',
    answer: 'No. Neither do the people who watch.',
  },
  {
    question: 'What if a late clip makes the film longer?',
    answer: `You pay the difference. A film that grows from ${smallest.name} to ${middle.name} costs another ${money(middle.amount - smallest.amount)}.`,
  },
  {
    question: 'And if I only change the order?',
    answer: 'Then publishing again is free, as often as you like.',
  },
  {
    question: 'Is it a subscription?',
    answer:
      'No. One film, one payment. If you make many, there’s a membership, which renews until you cancel it. You’ll find it in your settings.',
  },
  {
    question: 'Can I get a refund?',
    answer:
      'You watch the whole preview before you pay, so you know what you’re getting. If something still isn’t right, write to us under Help and we’ll look into it. If you’re ever charged twice for the same film, the second payment goes back to your card automatically.',
  },
  {
    question: 'How long will my film be?',
    answer:
      'Count on half a minute per clip: ten people make five minutes, forty make twenty. The studio shows the length and price from the first clip.',
  },
];
