import * as z from 'zod';
import { contract } from '../contract.ts';

const bytes = z.number().int();

const storageUse = z.object({
  /** Clips as they were uploaded. */
  originals: bytes,
  /** Clips as films, previews and editors use them, with parts that wait for the next film. */
  prepared: bytes,
  films: bytes,
  /** Archives to keep. */
  packages: bytes,
  /** Songs that makers brought. */
  songs: bytes,
  /** Postcards, and what is printed or burned. */
  printed: bytes,
  /** What belongs to no event; null for one event. */
  apart: z.object({ music: bytes, pictures: bytes }).nullable(),
  /** When it was added up; null: now. */
  at: z.string().nullable(),
});
export type StorageUse = z.infer<typeof storageUse>;

export const getStorageUse = contract({
  method: 'GET',
  path: '/api/v2/staff/storage',
  summary: 'Bytes that everything takes, by kind, as added up in the last hour; null before the first time.',
  access: 'desk.open',
  response: storageUse.nullable(),
});
