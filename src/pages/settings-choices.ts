import type { DetailChoices } from '../../views/settings/details-form.tsx';
import { listCountries } from '../features/profiles/countries.service.ts';
import { LANGUAGE_NAMES } from '../shared/languages.ts';
import { zoneChoices } from '../shared/zone-words.ts';

let made: DetailChoices | null = null;

/** Countries, time zones and languages with their display names. @param timeZone chosen before, perhaps none of the list */
export function detailChoices(timeZone: string | null): DetailChoices {
  made ??= {
    countries: listCountries('name').map(({ code, name, emoji }) => ({ value: code, label: `${emoji} ${name}` })),
    timeZones: zoneChoices(),
    languages: Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value, label })),
  };
  if (!timeZone || made.timeZones.some(({ value }) => value === timeZone)) return made;
  return { ...made, timeZones: zoneChoices(timeZone) };
}
