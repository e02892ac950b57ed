/** Letters that a text counts as one: GSM 03.38. Those of `EXTRA` count as two; others make it all 16-bit. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTRA = '\f^{}\\[~]|€';

/** How many texts a message takes, as phone companies count and charge them. */
export function partsOf(message: string): number {
  let units = 0;
  for (const letter of message) {
    if (BASIC.includes(letter)) units += 1;
    else if (EXTRA.includes(letter)) units += 2;
    else return parts(message.length, 70, 67);
  }
  return parts(units, 160, 153);
}

/** Letters that phones have in a simpler form, so that a curly quote does not double what a text takes. */
export function plainText(message: string): string {
  return message
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/…/g, '...')
    .replace(/\u00a0/g, ' ');
}

function parts(units: number, alone: number, each: number): number {
  return units <= alone ? 1 : Math.ceil(units / each);
}
