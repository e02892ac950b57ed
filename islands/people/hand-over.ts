/** Ways of the sheet; `share` and `copy` both pass on the link. */
export type Way = 'whatsapp' | 'sms' | 'mail' | 'share' | 'copy' | 'told';

interface Handed {
  text: string;
  /** The guest's own link. */
  url: string;
  phone: string | null;
}

/**
 * Hands words and link to another app on this device. `closed`: the person changed their mind in the share sheet.
 * Throws if the clipboard is refused.
 */
export async function handOver(way: Way, { text, url, phone }: Handed): Promise<'handed' | 'closed'> {
  const whole = `${text}\n${url}`;
  const number = phone?.replace(/[^\d+]/g, '') ?? '';
  if (way === 'told' || way === 'mail') return 'handed';
  if (way === 'whatsapp') {
    // Without a country code WhatsApp asks for the person.
    const to = number.startsWith('+') ? number.slice(1) : '';
    window.open(`https://wa.me/${to}?text=${encodeURIComponent(whole)}`, '_blank', 'noopener');
    return 'handed';
  }
  if (way === 'sms') {
    // Apple's messages want `&` before the first value, others `?`.
    window.location.href = `sms:${number}?&body=${encodeURIComponent(whole)}`;
    return 'handed';
  }
  if (way === 'share') {
    return navigator.share({ text, url }).then(
      () => 'handed' as const,
      () => 'closed' as const,
    );
  }
  await navigator.clipboard.writeText(whole);
  return 'handed';
}
