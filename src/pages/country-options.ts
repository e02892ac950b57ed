import { listCountries } from '../features/profiles/countries.service.ts';

/** All countries by name, to choose from. */
export function countryOptions(): { value: string; label: string }[] {
  return listCountries('name').map(({ code, name }) => ({ value: code, label: name }));
}
