import { MediaModel, type StoredMedia } from './media.model.ts';

/** Ids of an event's clips by the address they were sent under, lowercase. */
export async function clipsUnderAddress(
  eventId: string,
  emails: ReadonlySet<string>,
): Promise<Map<string, [string, ...string[]]>> {
  const found = new Map<string, [string, ...string[]]>();
  if (emails.size === 0) return found;
  const clips = await MediaModel.find(
    { eventId, deletedAt: null, isThankYou: false, 'contributor.email': { $ne: null } },
    { 'contributor.email': 1 },
  ).lean<Pick<StoredMedia, '_id' | 'contributor'>[]>();
  for (const { _id, contributor } of clips) {
    const email = contributor?.email?.trim().toLowerCase();
    if (!email || !emails.has(email)) continue;
    const known = found.get(email);
    if (known) known.push(String(_id));
    else found.set(email, [String(_id)]);
  }
  return found;
}

/** People who sent a clip with their address, each once; addresses are lowercase. */
export async function contributorsWithAddress(eventId: string): Promise<{ name: string; email: string }[]> {
  const clips = await MediaModel.find(
    { eventId, deletedAt: null, isThankYou: false, 'contributor.email': { $ne: null } },
    { contributor: 1 },
  ).lean<Pick<StoredMedia, 'contributor'>[]>();
  const people = new Map<string, string>();
  for (const { contributor } of clips) {
    const email = contributor?.email?.trim().toLowerCase();
    if (email && contributor?.name) people.set(email, contributor.name);
  }
  return [...people].map(([email, name]) => ({ name, email }));
}
