import { useEffect } from 'react';
import { zoneInList } from '../../src/shared/zone-words.ts';

export interface OwnZoneProps {
  /** Id of the select to preset with the browser’s zone, unless one was chosen. */
  field: string;
}

/** Presets the browser’s time zone in a form. Without script the user chooses. */
export default function OwnZone({ field }: OwnZoneProps) {
  useEffect(() => {
    const select = document.getElementById(field);
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!(select instanceof HTMLSelectElement) || select.value || !zone) return;
    if (![...select.options].some(({ value }) => value === zone)) select.add(new Option(zoneInList(zone), zone));
    select.value = zone;
  }, [field]);
  return null;
}
