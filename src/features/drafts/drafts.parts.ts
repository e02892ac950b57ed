import { part } from '../../platform/part.ts';

/** A draft event, as its browser's next user is asked about it. */
export interface DraftEvent {
  id: string;
  title: string;
}

export interface DraftEvents {
  /** Those among `ids` that no account has. */
  list(ids: readonly string[]): Promise<DraftEvent[]>;
  /** The same, for a recipient of this name. */
  listFor(ids: readonly string[], name: string): Promise<DraftEvent[]>;
}

export const draftEvents = part<DraftEvents>('draft events', ['web']);
