import type { SiteLinks } from './site-props.ts';

const FOOT_LINKS = [
  ['help', 'Help'],
  ['faq', 'Questions'],
  ['pricing', 'Price'],
  ['privacy', 'Privacy'],
  ['terms', 'Terms'],
] as const;

/** Configured pages about the site itself. */
export function placesOf(links: SiteLinks): { label: string; href: string }[] {
  return FOOT_LINKS.flatMap(([key, label]) => {
    const href = links[key] ?? (key === 'pricing' ? '/#price' : null);
    return href ? [{ label, href }] : [];
  });
}
