/** Room of the connections that take part in a premiere. */
export function premiereRoom(eventId: string): string {
  return `premiere:${eventId}`;
}
