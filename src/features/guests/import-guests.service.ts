import { AppError } from '../../platform/errors.ts';
import type { ImportedRow } from '../../shared/contracts/rsvps.ts';
import { GUESTS_ADDED_AT_ONCE } from '../../shared/limits.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { addGuests, readGuest } from './add-guests.service.ts';
import { isZip, rowsOfExcel } from './import/read-excel.ts';
import { textOfFile } from './import/read-file.ts';
import { peopleInRows, type ReadPerson, readPeople } from './import/read-people.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';

interface Sent {
  text?: string | undefined;
  /** Base64. */
  file?: string | undefined;
  preview: boolean;
}

/**
 * What was understood of a text or file, row by row; without `preview`, new people are added. LIMIT_REACHED for more than a
 * list takes, WRONG_TYPE for files that can't be read.
 */
export async function importGuests(event: EventRecord, { text, file, preview }: Sent): Promise<ImportedRow[]> {
  const people = file === undefined ? readPeople(text ?? '') : await peopleInFile(Buffer.from(file, 'base64'));
  if (people.length > GUESTS_ADDED_AT_ONCE) {
    throw new AppError('LIMIT_REACHED', {
      message: `That’s more than ${GUESTS_ADDED_AT_ONCE} people. Split the list.`,
    });
  }
  const known = await RsvpModel.find({ eventId: event.id }).lean<StoredRsvp[]>();
  const taken = new Set(known.flatMap(({ email, phone }) => [email, phone]).filter((each) => each != null));
  const names = new Set(known.map(nameOf));
  const rows = people.map(({ problem, ...person }): ImportedRow => {
    if (problem) return { ...person, state: 'bad', message: problem };
    const read = readGuest(event, person);
    if ('message' in read) {
      const isRecipients = read.message.includes('surprise');
      return { ...person, state: isRecipients ? 'refused' : 'bad', message: read.message };
    }
    const contacts = [read.email, read.phone].filter((each) => each !== null);
    const row = { ...person, email: read.email, phone: read.phone };
    if (contacts.some((each) => taken.has(each)))
      return { ...row, state: 'duplicate', message: 'Already on the list.' };
    for (const each of contacts) taken.add(each);
    if (names.has(nameOf(row)) && contacts.length === 0) {
      return { ...row, state: 'duplicate', message: 'Same name. Tick it if this is someone else.' };
    }
    names.add(nameOf(row));
    return { ...row, state: 'new', message: null };
  });
  const fresh = rows.filter(({ state }) => state === 'new');
  if (!preview && fresh.length > 0) await addGuests(event, fresh);
  return rows;
}

function nameOf({ firstName, lastName }: Pick<StoredRsvp, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName ?? ''}`.trim().toLowerCase();
}

async function peopleInFile(bytes: Buffer): Promise<ReadPerson[]> {
  return isZip(bytes) ? peopleInRows(await rowsOfExcel(bytes)) : readPeople(textOfFile(bytes));
}
