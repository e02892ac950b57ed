/* Calendar files after RFC 5545. */

export interface CalendarEntry {
  /** The same for each version of an entry, so that calendars replace the one they know. */
  uid: string;
  /** Grows with each version. */
  sequence: number;
  start: Date;
  end: Date;
  title: string;
  text: string;
  url: string;
  /** Minutes before the start at which it reminds; none: no alarm. */
  remindBefore?: number;
}

/** Octets of a line; longer ones are folded. */
const LINE = 75;

/** One entry as a calendar file. Times are instants in UTC, which each calendar shows in its reader's zone. */
export function calendarFile(entry: CalendarEntry, now = new Date()): string {
  const { uid, sequence, start, end, title, text, url, remindBefore } = entry;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//VidDay//VidDay//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${instant(now)}`,
    `DTSTART:${instant(start)}`,
    `DTEND:${instant(end)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(`${text}\n${url}`)}`,
    `URL:${url}`,
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
    ...(remindBefore === undefined
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${escaped(title)}`,
          `TRIGGER:-PT${remindBefore}M`,
          'END:VALARM',
        ]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** `20260612T090000Z` */
function instant(when: Date): string {
  return when.toISOString().replace(/[-:]|\.\d+/g, '');
}

function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');
}

/** Lines of at most 75 octets; never within a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > LINE) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += more;
  }
  return [...parts, part].join('\r\n');
}
