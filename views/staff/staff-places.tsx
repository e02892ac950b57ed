import { Island } from '../base/island.tsx';
import type { SiteProps } from '../layout/site-props.ts';
import { TabLinks } from '../ui/tabs.tsx';

const PLACES = [
  { href: '/staff/themes', label: 'Themes' },
  { href: '/staff/tracks', label: 'Music' },
  { href: '/staff/promo', label: 'Promo codes' },
  { href: '/staff/broadcast', label: 'Letters' },
] as const;

/** Leads between the pages on which staff look after films. */
export function StaffPlaces({ here, site }: { here: (typeof PLACES)[number]['href']; site: SiteProps }) {
  // Some are for admins only.
  const hidden = [!site.links?.codes && '/staff/promo', !site.links?.letters && '/staff/broadcast'];
  const places = PLACES.filter(({ href }) => !hidden.includes(href));
  return (
    <>
      <Island name="desk-live" when="idle" props={{ place: null }} />
      <TabLinks label="Staff" tabs={places.map((place) => ({ ...place, isCurrent: place.href === here }))} />
    </>
  );
}
