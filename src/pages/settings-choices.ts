import type { DetailChoices } from '../../views/settings/details-form.tsx';
import { listCountries } from '../features/accounts/profiles/countries.service.ts';
import { LANGUAGE_NAMES } from '../shared/languages.ts';

let made: DetailChoices | null = null;

/** Countries, time zones and languages by the names that people look for. */
export function detailChoices(): DetailChoices {
  made ??= {
    countries: listCountries('name').map(({ code, name, emoji }) => ({ value: code, label: `${emoji} ${name}` })),
    timeZones: [
      { value: 'UTC', label: 'UTC' },
      ...Intl.supportedValuesOf('timeZone')
        .filter((zone) => zone !== 'UTC')
        .map((zone) => ({ value: zone, label: zoneWords(zone) }))
        .sort((a, b) => a.label.localeCompare(b.label, 'en')),
    ],
    languages: Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value, label })),
  };
  return made;
}

/** "Berlin, Europe": the city first, as people type its letters to get there. */
function zoneWords(zone: string): string {
  const [region = '', ...places] = zone.replaceAll('_', ' ').split('/');
  return places.length > 0 ? `${places.toReversed().join(', ')}, ${region}` : region;
}
