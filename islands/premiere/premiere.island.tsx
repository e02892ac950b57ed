import { useCallback, useEffect, useRef } from 'react';
import { openedEvent } from '../../src/shared/contracts/deliveries.ts';
import { UNWRAPPED_COOKIE } from '../../src/shared/keys.ts';
import { ButtonLink } from '../../views/ui/button.tsx';
import { api } from '../runtime/api.ts';
import { HostBar } from './host-bar.tsx';
import { Lobby } from './lobby.tsx';
import type { PremiereProps } from './premiere-props.ts';
import { Theatre } from './theatre.tsx';
import { type Floating, useFloating } from './use-floating.ts';
import { usePremiere } from './use-premiere.ts';

/** After the end, the film's own page follows. */
const LINGER = 7000;
const NONE: readonly Floating[] = [];

/** A line in the guestbook that isn't sent must not be lost. */
function isSigning(): boolean {
  const line = document.querySelector<HTMLTextAreaElement>('.premiere__book textarea');
  return line !== null && (line.value.trim() !== '' || line === document.activeElement);
}

/** Watching a film together: a lobby with a countdown, the film in step, and the way to its page. */
export default function Premiere(props: PremiereProps) {
  const { eventRef, isHost, isRecipient, shareUrl, filmUrl } = props;
  const { floating, add, drop, clear } = useFloating();
  const state = usePremiere(props, add);
  const { status, film, isClosed } = state;
  const isBefore = status === 'planned' || status === 'lobby';
  const isOn = status === 'playing' || status === 'paused';
  const wasOn = useRef(false);
  const wasTold = useRef(false);

  const tellOpened = useCallback(() => {
    if (wasTold.current) return;
    wasTold.current = true;
    // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one is missing on phones of 2023
    document.cookie = `${UNWRAPPED_COOKIE}=1; path=/e/${eventRef}; max-age=31536000; samesite=lax`;
    api.call(openedEvent, { params: { id: eventRef } }).catch(() => {
      wasTold.current = false;
    });
  }, [eventRef]);

  useEffect(() => {
    if (!isOn || !film) return;
    wasOn.current = true;
    if (isRecipient) tellOpened();
  }, [isOn, film, isRecipient, tellOpened]);

  // What rises in the lobby does not rise again over the film.
  useEffect(() => {
    if (!isBefore) clear();
  }, [clear, isBefore]);

  useEffect(() => {
    if (status !== 'over' || !wasOn.current) return;
    if (document.fullscreenElement) void document.exitFullscreen();
    const timer = setInterval(() => {
      if (isSigning()) return;
      clearInterval(timer);
      location.replace(filmUrl);
    }, LINGER);
    return () => clearInterval(timer);
  }, [status, filmUrl]);

  return (
    <div className={isBefore ? 'premiere premiere--room' : 'premiere premiere--theatre'}>
      {isBefore && <Lobby props={props} state={state} floating={floating} onRisen={drop} onReact={state.react} />}
      {status === 'over' && <Over hasPlayed={wasOn.current} filmUrl={filmUrl} />}
      {film && (
        <Theatre
          props={props}
          state={state}
          film={film}
          isWaiting={isBefore}
          isOver={status === 'over'}
          floating={isOn ? floating : NONE}
          onRisen={drop}
          onReact={state.react}
        />
      )}
      {!film && isOn && (
        <p className="premiere__message" role="status">
          {isClosed
            ? 'The gift isn’t open yet. Come back on its day; the link stays the same.'
            : 'The film is loading…'}
        </p>
      )}
      {isHost && status !== 'over' && <HostBar state={state} shareUrl={shareUrl} />}
    </div>
  );
}

function Over({ hasPlayed, filmUrl }: { hasPlayed: boolean; filmUrl: string }) {
  return (
    <div className="premiere__message" role="status">
      <h1>{hasPlayed ? 'That was it.' : 'The premiere is over.'}</h1>
      <p>The film and everyone in it stay on its page.</p>
      <ButtonLink href={filmUrl}>Go to the film</ButtonLink>
    </div>
  );
}
