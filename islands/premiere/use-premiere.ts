import { useCallback, useEffect, useRef, useState } from 'react';
import type { Premiere, ReactionCounts } from '../../src/shared/contracts/premieres.ts';
import type { PremiereRoom } from '../../src/shared/contracts/socket-events.ts';
import { type PremiereRun, type PremiereStatus, positionAt, statusAt } from '../../src/shared/premiere-clock.ts';
import type { Reaction } from '../../src/shared/reactions.ts';
import { joinPremiere, type PremiereLine } from '../runtime/socket-client.ts';
import type { PremiereProps } from './premiere-props.ts';
import { type ServerClock, serverClock } from './server-clock.ts';
import { type PremiereFilm, usePremiereFilm } from './use-premiere-film.ts';

const TICK = 250;
const SYNC_EVERY = 60_000;
/** A connection that isn't there by then counts as lost; the page then asks by itself. */
const PATIENCE = 5000;
/** As often as the server takes one. */
const REACT_EVERY = 150;
const NAME_KEPT = 'premiere-name';

export interface PremiereState extends PremiereFilm {
  premiere: Premiere;
  status: PremiereStatus;
  /** Milliseconds until the start. */
  wait: number;
  room: PremiereRoom;
  /** Who has just come in. */
  came: string | null;
  isLost: boolean;
  name: string | null;
  chooseName(name: string): void;
  react(reaction: Reaction): void;
  /** Where the film should be now, in seconds. */
  target(): number;
  /** Milliseconds until the film moves on from its position: what a host does takes effect a moment later. */
  rest(): number;
  take(premiere: Premiere): void;
}

/** The state of a premiere in this browser. @param onReactions reactions of everybody, as they come in */
export function usePremiere(props: PremiereProps, onReactions: (counts: ReactionCounts) => void): PremiereState {
  const { eventRef } = props;
  const [premiere, setPremiere] = useState(props.premiere);
  const [room, setRoom] = useState(props.room);
  const [came, setCame] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const [isReady, setReady] = useState(false);
  const [now, setNow] = useState(props.now);
  const line = useRef<PremiereLine | null>(null);
  const clock = useRef<ServerClock | null>(null);
  const reactedAt = useRef(0);
  const heard = useRef(onReactions);
  heard.current = onReactions;

  const take = useCallback((next: Premiere) => {
    setPremiere((known) => (next.revision >= known.revision ? next : known));
  }, []);

  useEffect(() => {
    setName(keptName());
    setReady(true);
  }, []);

  useEffect(() => {
    if (!isReady) return;
    const slow = setTimeout(() => setLost(true), PATIENCE);
    const own = joinPremiere(
      { event: eventRef, ...(name && { name }) },
      {
        'premiere:state': take,
        'premiere:room': ({ viewers, faces, came: who }) => {
          setRoom({ viewers, faces });
          if (who) setCame(who);
        },
        'premiere:reaction': ({ counts }) => heard.current(counts),
      },
      (joined, inside) => {
        take(joined);
        setRoom(inside);
        clearTimeout(slow);
        setLost(false);
        void clock.current?.sync().catch(() => undefined);
      },
      () => setLost(true),
    );
    line.current = own;
    clock.current ??= serverClock(() => line.current?.askTime() ?? Promise.reject(new Error()), props.now - Date.now());
    const sync = setInterval(() => void clock.current?.sync().catch(() => undefined), SYNC_EVERY);
    return () => {
      clearTimeout(slow);
      clearInterval(sync);
      own.stop();
    };
  }, [isReady, eventRef, name, take, props.now]);

  const run = useRef(runOf(premiere));
  run.current = runOf(premiere);
  const status = statusAt(run.current, now);
  const wait = Math.max(0, run.current.startsAt - now);

  useEffect(() => {
    const tick = () => setNow(clock.current?.now() ?? Date.now());
    tick();
    const timer = setInterval(tick, TICK);
    return () => clearInterval(timer);
  }, []);

  const untilStart = useCallback(() => run.current.startsAt - (clock.current?.now() ?? Date.now()), []);
  const film = usePremiereFilm({ eventRef, isOver: status === 'over', wait, isLost, take, untilStart });

  return {
    premiere,
    status,
    wait,
    room,
    came,
    isLost,
    ...film,
    name,
    chooseName(chosen) {
      keepName(chosen);
      setName(chosen);
    },
    react(reaction) {
      const at = performance.now();
      if (at - reactedAt.current < REACT_EVERY) return;
      reactedAt.current = at;
      line.current?.react(premiere.eventId, reaction);
    },
    target: useCallback(() => positionAt(run.current, clock.current?.now() ?? Date.now()), []),
    rest: useCallback(() => run.current.at - (clock.current?.now() ?? Date.now()), []),
    take,
  };
}

function runOf({ startsAt, at, ...rest }: Premiere): PremiereRun {
  return { ...rest, startsAt: Date.parse(startsAt), at: Date.parse(at) };
}

function keptName(): string | null {
  try {
    return localStorage.getItem(NAME_KEPT);
  } catch {
    // Switched off: it is asked again.
    return null;
  }
}

function keepName(name: string): void {
  try {
    localStorage.setItem(NAME_KEPT, name);
  } catch {
    // Switched off.
  }
}
