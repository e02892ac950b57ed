import { type Mail, oneLine } from './mail.ts';
import { Action, Heading, Note, Paragraph } from './parts.tsx';

export const orderReceiptMail: Mail<'order-receipt'> = {
  // A receipt names neither the recipient nor the gift.
  subject: ({ total }) => `Your receipt for ${oneLine(total)}`,
  preheader: () => 'Thank you. Here’s what you paid for.',
  body: ({ lines, total, card, hasFilm, url }) => (
    <>
      <Heading>Thank you. Here’s your receipt</Heading>
      {linesOf(lines).map(([name, price], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two may be alike
        <Paragraph key={at}>{`– ${name}: ${price}`}</Paragraph>
      ))}
      <Paragraph>{`In all ${oneLine(total)}, tax included. ${card ? `We charged the card that ends in ${oneLine(card)}.` : ''}`}</Paragraph>
      <Action label="See the invoice" url={url} />
      {hasFilm && (
        <Note>
          You can change the film and make it again as often as you like. You only pay the difference if the new one
          costs more.
        </Note>
      )}
    </>
  ),
  reason: 'You’re getting this because you paid for something at VidDay.',
  kind: null,
  sample: {
    lines: ['Plus, film of 8 min\t$12.00', 'DVD, 2\t$49.98', 'Shipping\t$4.99', 'Promo code SPRING\t−$2.40'].join('\n'),
    total: '$64.57',
    card: '4242',
    hasFilm: 'yes',
    url: 'https://vidday.example/settings/invoices',
  },
};

function linesOf(lines: string): [name: string, price: string][] {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', price = ''] = line.split('\t').map((part) => oneLine(part));
      return [name, price];
    });
}
