import { type KeyboardEvent, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { PublishedMedia } from '../../src/shared/contracts/films.ts';
import { clock } from '../../src/shared/format.ts';
import { Button, IconButton } from '../../views/ui/button.tsx';
import { cx } from '../../views/ui/class-names.ts';
import { chapterAt, Scrubber } from '../../views/ui/player.tsx';
import { positionOf } from '../player/seek-when-ready.ts';
import { useExtra } from '../runtime/use-extra.ts';
import type { GiftFiles } from './fresh-gift.ts';
import type { Film } from './use-film.ts';
import { useIdle } from './use-idle.ts';

const loadExtras = () => import('./cinema-extras.tsx');
const always = () => true;

/** The film itself shows all names for this many seconds. */
const NAMED = 3.6;

interface CinemaProps {
  film: PublishedMedia;
  player: Film;
  /** `covered`: behind the parcel; `gone`: left, or not started. */
  state: 'covered' | 'open' | 'fading' | 'gone';
  /** Scraps of paper are still moving. */
  hasScraps: boolean;
  /** Called with renewed addresses. */
  onFresh(files: GiftFiles): void;
  onLeave(): void;
}

/** The film in full screen. */
export function Cinema({ film, player, state, hasScraps, onFresh, onLeave }: CinemaProps) {
  const { controls, caption, isSilenced } = player;
  const { position, isPlaying, hasFailed } = controls;
  const { isIdle, wake } = useIdle(isPlaying && !isSilenced && !hasFailed);
  const extras = useExtra(loadExtras, always);
  const box = useRef<HTMLElement>(null);
  const wasIdle = useRef(false);
  const now = chapterAt(film.chapters, position);

  useEffect(() => {
    if (state === 'open') box.current?.focus({ preventScroll: true });
  }, [state]);

  const latest = useRef(player);
  latest.current = player;
  /** Plays on after a failure, which may have been an expired address. */
  async function retry() {
    const { video } = latest.current.controls;
    const from = video ? positionOf(video) : position;
    const files = await extras?.freshGift();
    if (files) flushSync(() => onFresh(files));
    latest.current.play(from);
  }

  function onKeyDown(event: KeyboardEvent) {
    wake();
    if (event.key === 'Escape' && !event.defaultPrevented) onLeave();
    if (event.key !== ' ' || event.target !== box.current) return;
    event.preventDefault();
    controls.toggle();
  }

  return (
    <section
      ref={box}
      className={cx('cinema', isIdle && 'cinema--idle', state === 'fading' && 'cinema--fading')}
      aria-label="The film"
      tabIndex={-1}
      hidden={state === 'gone'}
      inert={state !== 'open'}
      onPointerMove={wake}
      onPointerDown={() => {
        wasIdle.current = isIdle;
        wake();
      }}
      onKeyDown={onKeyDown}
    >
      {extras && <extras.BlurredCopy of={controls.video} />}
      {extras && <extras.Renewal isPlaying={isPlaying} onFresh={onFresh} />}
      {/* The first tap on a playing film only shows the controls. */}
      <video ref={controls.setVideo} playsInline preload="none" onClick={() => wasIdle.current || controls.toggle()}>
        <track kind="captions" srcLang="en" label="Captions" src={film.captionsUrl} />
      </video>
      {hasScraps && (
        <div className="cinema__scraps" aria-hidden="true">
          {[1, 2, 3].map((place) => (
            <span key={place} className={`torn cinema__scrap cinema__scrap--${place}`}>
              <span className="wrap" />
            </span>
          ))}
        </div>
      )}
      <div className="cinema__top">
        <IconButton icon="close" label="Leave the film" onClick={onLeave} />
        <span className="l-push" />
        {extras && <extras.TopControls film={film} player={player} />}
      </div>
      {now && position > now.start + NAMED && (
        <p className="cinema__lower l-display">
          <bdi>{now.title}</bdi>
        </p>
      )}
      {isSilenced && (
        <Button className="cinema__middle" icon="volume" size="big" onClick={player.giveSound}>
          Tap for sound
        </Button>
      )}
      {hasFailed && (
        <div className="cinema__middle cinema__trouble" role="alert">
          <p>The film stopped. Check your connection.</p>
          <Button kind="second" icon="retry" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      <div className="cinema__bottom">
        {caption && <p className="cinema__captions">{caption}</p>}
        <div className="cinema__controls">
          <IconButton
            icon={isPlaying ? 'pause' : 'play'}
            label={isPlaying ? 'Pause' : 'Play'}
            onClick={controls.toggle}
          />
          <Scrubber length={film.length} position={position} chapters={film.chapters} onSeek={controls.seek} />
          <span className="l-num">{clock(position)}</span>
        </div>
      </div>
    </section>
  );
}
