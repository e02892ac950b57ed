import { date } from './format.ts';

/** "New York time", or "UTC" and similar names unchanged. @param timeZone IANA zone */
export function zoneInWords(timeZone: string): string {
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  return !timeZone.includes('/') || timeZone.startsWith('Etc/') ? place : `${place} time`;
}

/** "Friday, June 12 at 8:00 PM New York time". @param when ISO 8601 or a Date */
export function momentInWords(when: string | Date, timeZone: string, locale?: string): string {
  return `${date(when, { timeZone, style: 'day-time', ...(locale && { locale }) })} ${zoneInWords(timeZone)}`;
}

/** "New York, America": city first, because lists are searched by first letters. */
export function zoneInList(timeZone: string): string {
  const [region = '', ...places] = timeZone.replaceAll('_', ' ').split('/');
  return places.length > 0 ? `${places.reverse().join(', ')}, ${region}` : region;
}

/** All zones, UTC first, then by city. @param chosen is included even if this engine doesn't know it */
export function zoneChoices(chosen = 'UTC'): { value: string; label: string }[] {
  // Browsers before 2022 lack it.
  const known: readonly string[] = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
  const zones = [...new Set([...known, chosen])].filter((zone) => zone !== 'UTC');
  const choices = zones.map((zone) => ({ value: zone, label: zoneInList(zone) }));
  return [{ value: 'UTC', label: 'UTC' }, ...choices.sort((a, b) => a.label.localeCompare(b.label, 'en'))];
}
