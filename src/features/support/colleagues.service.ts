import { listStaff } from '../users/find-users.service.ts';

/** Somebody at the desk. */
interface Colleague {
  id: string;
  name: string;
}

/** Who may answer chats, but not oneself; by name. */
export async function colleaguesOf(userId: string): Promise<Colleague[]> {
  const staff = (await listStaff()).filter(({ id }) => id !== userId);
  return staff
    .map(({ id, firstName, lastName, email }) => ({ id, name: `${firstName} ${lastName}`.trim() || email }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
