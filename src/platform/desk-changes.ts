import type { DeskPlace, SocketEmitter } from '../shared/contracts/socket-events.ts';
import { platform } from './platform.ts';

/** Between two messages of a process about the same place, in milliseconds. */
const PAUSE = 1000;

interface Told {
  at: number;
  later: NodeJS.Timeout | null;
}

const told = new WeakMap<SocketEmitter, Map<DeskPlace, Told>>();

/** Tells open pages of the desk that what they show has changed: at once, and then once a second at most. */
export function deskChanged(what: DeskPlace): void {
  // Migrations and commands write, too.
  if (!platform.isInstalled()) return;
  const { sockets } = platform();
  const places = told.get(sockets) ?? new Map<DeskPlace, Told>();
  told.set(sockets, places);
  const last = places.get(what);
  if (last?.later) return;
  const wait = last ? last.at + PAUSE - Date.now() : 0;
  if (wait <= 0 || !last) tell(sockets, what);
  else places.set(what, { at: last.at, later: setTimeout(() => tell(sockets, what), wait).unref() });
}

/** Sends the messages that still wait for their second; called when the process ends. */
export function settleDeskChanges(): void {
  if (!platform.isInstalled()) return;
  const { sockets } = platform();
  for (const [what, { later }] of told.get(sockets) ?? []) {
    if (!later) continue;
    clearTimeout(later);
    tell(sockets, what);
  }
}

function tell(sockets: SocketEmitter, what: DeskPlace): void {
  told.get(sockets)?.set(what, { at: Date.now(), later: null });
  sockets.emitToStaff('desk:changed', { what });
}

/** A schema of whatever type, as far as its hooks. */
interface Hooked {
  post(
    methods: (
      | 'save'
      | 'findOneAndUpdate'
      | 'updateOne'
      | 'updateMany'
      | 'findOneAndDelete'
      | 'deleteOne'
      | 'deleteMany'
    )[],
    hook: () => void,
  ): unknown;
}

/** Tells the desk of each write through the model of a list that staff see. */
export function showAtDesk(schema: Hooked, what: DeskPlace): void {
  schema.post(
    ['save', 'findOneAndUpdate', 'updateOne', 'updateMany', 'findOneAndDelete', 'deleteOne', 'deleteMany'],
    () => deskChanged(what),
  );
}
