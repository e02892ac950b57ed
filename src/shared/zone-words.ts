import { date } from './format.ts';

/** "New York time", or "UTC" and the like, which name themselves. @param timeZone IANA zone */
export function zoneInWords(timeZone: string): string {
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  return !timeZone.includes('/') || timeZone.startsWith('Etc/') ? place : `${place} time`;
}

/** "Friday, June 12 at 8:00 PM New York time": a moment with the zone that its clock shows. @param when ISO 8601 or a Date */
export function momentInWords(when: string | Date, timeZone: string, locale?: string): string {
  return `${date(when, { timeZone, style: 'day-time', ...(locale && { locale }) })} ${zoneInWords(timeZone)}`;
}

/** "New York, America": the city first, as people type its letters in a list. */
export function zoneInList(timeZone: string): string {
  const [region = '', ...places] = timeZone.replaceAll('_', ' ').split('/');
  return places.length > 0 ? `${places.toReversed().join(', ')}, ${region}` : region;
}

/** Every zone to choose from, UTC first, then by city. @param chosen is there too, whatever this engine calls it */
export function zoneChoices(chosen = 'UTC'): { value: string; label: string }[] {
  // Browsers from before 2022 can’t list them.
  const known: readonly string[] = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
  const zones = [...new Set([...known, chosen])].filter((zone) => zone !== 'UTC');
  const choices = zones.map((zone) => ({ value: zone, label: zoneInList(zone) }));
  return [{ value: 'UTC', label: 'UTC' }, ...choices.sort((a, b) => a.label.localeCompare(b.label, 'en'))];
}
