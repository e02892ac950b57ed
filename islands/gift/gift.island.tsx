import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { openedEvent } from '../../src/shared/contracts/deliveries.ts';
import { UNWRAPPED_COOKIE } from '../../src/shared/keys.ts';
import { api } from '../runtime/api.ts';
import { useExtra } from '../runtime/use-extra.ts';
import { Cinema } from './cinema.tsx';
import type { GiftFiles } from './fresh-gift.ts';
import type { GiftProps } from './gift-props.ts';
import { Parcel } from './parcel.tsx';
import { untilHeard } from './until-heard.ts';
import { useBack } from './use-back.ts';
import { useFilm } from './use-film.ts';
import { useReaction } from './use-reaction.ts';
import { Wall } from './wall.tsx';

const loadThanks = () => import('./thank-panel.tsx');

type Stage = 'wrapped' | 'unwrapping' | 'film' | 'ending' | 'wall';

/** Fallback if an animation's end event is missing, in milliseconds. */
const PATIENCE = 1600;

const CINEMA = {
  wrapped: 'covered',
  unwrapping: 'open',
  film: 'open',
  ending: 'fading',
  wall: 'gone',
} as const satisfies Record<Stage, string>;

/** The gift: a parcel to unwrap, the film, and the people in it. */
export default function Gift(props: GiftProps) {
  const [files, setFiles] = useState<GiftFiles | null>(null);
  const [rewardHref, setRewardHref] = useState(props.rewardHref);
  const gift = { ...props, ...files, rewardHref };
  const { film, isWrapped, openKey } = gift;
  const [stage, setStage] = useState<Stage>(isWrapped ? 'wrapped' : 'wall');
  const [hasScraps, setScraps] = useState(false);
  const [wasWatched, setWatched] = useState(false);
  const [sent, setSent] = useState(props.thanks);
  const wasTold = useRef(false);
  const wall = useRef<HTMLDivElement>(null);
  const player = useFilm(film, isWrapped);
  const reaction = useReaction(props.mayFilm && isWrapped);
  const { video, frame } = player.controls;

  useEffect(() => {
    if (stage !== 'unwrapping' && stage !== 'ending') return;
    const timer = setTimeout(() => setStage(stage === 'ending' ? 'wall' : 'film'), PATIENCE);
    return () => clearTimeout(timer);
  }, [stage]);

  useEffect(() => {
    if (stage === 'wall' && wasWatched) wall.current?.focus();
  }, [stage, wasWatched]);

  const mayThank = openKey !== null && stage !== 'wrapped' && stage !== 'unwrapping';
  // Without the panel, a stamp plays its part of the film.
  const ThankPanel =
    useExtra(
      loadThanks,
      useCallback(() => mayThank, [mayThank]),
    )?.ThankPanel ?? null;

  useEffect(() => {
    if (!video) return;
    const end = () => setStage(isStill() ? 'wall' : 'ending');
    video.addEventListener('ended', end);
    return () => video.removeEventListener('ended', end);
  }, [video]);

  useEffect(() => {
    if ((stage === 'ending' || stage === 'wall') && document.fullscreenElement) void document.exitFullscreen();
  }, [stage]);

  /** Called only on a user's tap; preview robots run no script. */
  function tellOpened() {
    if (wasTold.current || openKey === null) return;
    wasTold.current = true;
    // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one is missing on phones of 2023
    document.cookie = `${UNWRAPPED_COOKIE}=1; path=${location.pathname}; max-age=31536000; samesite=lax`;
    untilHeard(() => api.call(openedEvent, { params: { id: openKey } }))
      .then(({ hasReward }) => {
        if (hasReward) setRewardHref(`/e/${openKey}/reward`);
      })
      .catch(() => {
        wasTold.current = false;
      });
  }

  /** Browsers allow sound and full screen only within the tap's handler. */
  function watch(from?: number) {
    player.play(from);
    const isHeld = window.matchMedia('(pointer: coarse)').matches;
    if (isHeld) void frame.current?.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => undefined);
    setWatched(true);
    tellOpened();
  }

  function unwrap(event: MouseEvent) {
    event.preventDefault();
    watch();
    setScraps(!isStill());
    setStage(isStill() ? 'film' : 'unwrapping');
    reaction.begin();
  }

  function watchAgain(from?: number) {
    watch(from ?? 0);
    setScraps(false);
    setStage('film');
  }

  function leave() {
    video?.pause();
    setStage('wall');
  }

  const isOpen = stage === 'ending' || stage === 'wall';
  // biome-ignore lint/correctness/useExhaustiveDependencies: filming ends with the film
  useEffect(() => {
    if (isOpen) void reaction.end();
  }, [isOpen]);
  useBack(!isOpen && stage !== 'wrapped', leave);
  return (
    <div ref={frame}>
      {isOpen && (
        <div ref={wall} tabIndex={-1} className={wasWatched ? 'wall__inside wall__inside--arrives' : 'wall__inside'}>
          <Wall
            {...gift}
            isCalm={!wasWatched}
            ThankPanel={ThankPanel}
            thanks={sent}
            onSent={setSent}
            onWatch={watchAgain}
          />
        </div>
      )}
      {reaction.parts && reaction.isFilming && <reaction.parts.Filming onStop={() => void reaction.end()} />}
      {reaction.parts && reaction.file && openKey !== null && stage === 'wall' && (
        <reaction.parts.ReactionReview
          {...gift}
          openKey={openKey}
          file={reaction.file}
          sent={sent}
          onSent={setSent}
          onDone={reaction.forget}
        />
      )}
      <Cinema
        film={film}
        player={player}
        state={CINEMA[stage]}
        hasScraps={hasScraps}
        onFresh={setFiles}
        onLeave={leave}
      />
      {(stage === 'wrapped' || stage === 'unwrapping') && (
        <Parcel {...gift} isFalling={stage === 'unwrapping'} onPull={unwrap} onFallen={() => setStage('film')}>
          {reaction.parts && <reaction.parts.ReactionAsk onChange={reaction.choose} />}
        </Parcel>
      )}
    </div>
  );
}

function isStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
