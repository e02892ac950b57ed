import { TabLinks } from '../ui/tabs.tsx';

const PLACES = [
  { href: '/staff/themes', label: 'Themes' },
  { href: '/staff/tracks', label: 'Music' },
] as const;

/** Leads between the pages on which staff look after films. */
export function StaffPlaces({ here }: { here: (typeof PLACES)[number]['href'] }) {
  return <TabLinks label="Staff" tabs={PLACES.map((place) => ({ ...place, isCurrent: place.href === here }))} />;
}
