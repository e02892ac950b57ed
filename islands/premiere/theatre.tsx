import { useCallback, useEffect, useState } from 'react';
import type { PublishedMedia } from '../../src/shared/contracts/films.ts';
import { clock, possessive } from '../../src/shared/format.ts';
import type { Reaction } from '../../src/shared/reactions.ts';
import { Button, IconButton } from '../../views/ui/button.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { useFilm } from '../gift/use-film.ts';
import { useExtra } from '../runtime/use-extra.ts';
import { keepInStep } from './keep-in-step.ts';
import type { PremiereProps } from './premiere-props.ts';
import { ReactionBar } from './reaction-bar.tsx';
import { Rising } from './rising.tsx';
import type { Floating } from './use-floating.ts';
import type { PremiereState } from './use-premiere.ts';

const loadBook = () => import('../guestbook/book.tsx');

/** The browser is given this long to begin before a tap is asked for, in milliseconds. */
const PATIENCE = 1200;

interface TheatreProps {
  props: PremiereProps;
  state: PremiereState;
  film: PublishedMedia;
  /** The film has not started: it only loads. */
  isWaiting: boolean;
  /** The film has ended: the guestbook stays, for a line that is being written. */
  isOver: boolean;
  floating: readonly Floating[];
  onRisen(key: number): void;
  onReact(reaction: Reaction): void;
}

/** The film in step with everybody, reactions over it. */
export function Theatre({ props, state, film, isWaiting, isOver, floating, onRisen, onReact }: TheatreProps) {
  const { status, room, isLost, target, rest } = state;
  const player = useFilm(film, true);
  const { controls, caption, hasCaptions, isSilenced } = player;
  const { video, frame, isMuted, isFull, position, hasFailed } = controls;
  const [isHeld, setHeld] = useState(false);
  const [tries, setTries] = useState(0);
  const isPlaying = status === 'playing' && !isWaiting;
  const hasBook = props.book !== null && !isWaiting;
  const book = useExtra(
    loadBook,
    useCallback(() => hasBook, [hasBook]),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the player is new in each render
  useEffect(() => {
    if (!video || isWaiting) return;
    if (!isPlaying) {
      video.pause();
      if (status === 'paused' && video.readyState > 0) video.currentTime = target();
      return;
    }
    let stop = () => {};
    let look: ReturnType<typeof setInterval> | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      player.play(target());
      stop = keepInStep(video, target);
      look = setInterval(() => setHeld(video.paused && !video.ended), PATIENCE);
    };
    const wait = rest();
    if (wait > 0) {
      video.pause();
      if (video.readyState > 0) video.currentTime = target();
      timer = setTimeout(begin, wait);
    } else begin();
    return () => {
      clearTimeout(timer);
      stop();
      clearInterval(look);
      setHeld(false);
    };
  }, [video, isWaiting, isPlaying, status, target, rest, state.premiere.revision, tries]);

  const loadAgain = () =>
    void state
      .renew()
      .catch(() => undefined)
      .then(() => setTries((made) => made + 1));

  return (
    <div className={isOver ? 'premiere__hall premiere__hall--over' : 'premiere__hall'} hidden={isWaiting}>
      <header className="premiere__top" hidden={isOver}>
        <h1>{possessive(props.names)} film</h1>
        <p className="premiere__count">
          <Icon name="users" />
          <span>
            <span className="l-num">{room.viewers}</span> watching together
          </span>
        </p>
      </header>
      <section className="premiere__stage" aria-label="The film" hidden={isOver}>
        <div ref={frame} className="player premiere__player">
          <div className="player__screen premiere__screen">
            {/* Not a control: the film belongs to the room. */}
            <video ref={controls.setVideo} playsInline preload="none">
              <track kind="captions" srcLang="en" label="Captions" src={film.captionsUrl} />
            </video>
            {caption && <p className="premiere__caption">{caption}</p>}
            <Rising floating={floating} onRisen={onRisen} />
            {isSilenced && (
              <Button className="premiere__tap" icon="volume" size="big" onClick={player.giveSound}>
                Tap for sound
              </Button>
            )}
            {!isSilenced && isHeld && !hasFailed && (
              <Button className="premiere__tap" icon="play" size="big" onClick={() => player.play(target())}>
                Join in
              </Button>
            )}
            {hasFailed && (
              <Button className="premiere__tap" icon="retry" size="big" onClick={loadAgain}>
                Load the film again
              </Button>
            )}
            {status === 'paused' && <p className="premiere__paused">Paused for everyone</p>}
          </div>
          <div className="premiere__bar">
            <span className="premiere__live">{isLost ? 'Connecting again…' : 'Together'}</span>
            <span className="l-num">
              {clock(position)} / {clock(film.length)}
            </span>
            <span className="l-push" />
            <IconButton icon="cc" label="Captions" aria-pressed={hasCaptions} onClick={player.toggleCaptions} />
            <IconButton
              icon={isMuted ? 'muted' : 'volume'}
              label={isMuted ? 'Sound on' : 'Sound off'}
              onClick={isMuted ? player.giveSound : controls.toggleMute}
            />
            <IconButton
              icon={isFull ? 'exit-fullscreen' : 'fullscreen'}
              label={isFull ? 'Leave full screen' : 'Full screen'}
              onClick={controls.toggleFull}
            />
          </div>
        </div>
        <ReactionBar onReact={onReact} />
      </section>
      {book && props.book && (
        <aside className="premiere__book" aria-label="Guestbook">
          <book.Guestbook {...props.book} name={props.book.name || (state.name ?? '')} />
        </aside>
      )}
    </div>
  );
}
