interface Contact {
  name?: string[];
  email?: string[];
  tel?: string[];
}
interface ContactsManager {
  select(properties: string[], options: { multiple: boolean }): Promise<Contact[]>;
}

/** The contact picker, which some phones' browsers have: lines for the list, or null if nobody was picked. */
export async function pickContacts(): Promise<string | null> {
  const manager = contactsManager();
  if (!manager) return null;
  const people = await manager.select(['name', 'email', 'tel'], { multiple: true });
  const lines = people.map(({ name, email, tel }) => [name?.[0], email?.[0], tel?.[0]].filter(Boolean).join(' '));
  return lines.length > 0 ? lines.join('\n') : null;
}

/** Whether this browser has one. */
pickContacts.isKnown = (): boolean => contactsManager() !== null;

function contactsManager(): ContactsManager | null {
  const known: { contacts?: ContactsManager } = typeof navigator === 'undefined' ? {} : Object(navigator);
  return known.contacts && 'select' in known.contacts ? known.contacts : null;
}
