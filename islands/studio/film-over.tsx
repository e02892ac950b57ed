import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ClipTransition } from '../../src/shared/clip-transitions.ts';
import type { PreviewLook } from '../../src/shared/contracts/preview-look.ts';
import { CardArt } from '../theme/card-art.tsx';
import { ClipJoin } from './clip-join.tsx';
import type { PreviewCard } from './use-film-preview.ts';

interface FilmOverProps {
  look: PreviewLook;
  video: HTMLVideoElement | null;
  card: PreviewCard | null;
  transition: ClipTransition;
  hasCaptions: boolean;
}

/** What is over the clips at a moment. */
interface Words {
  name: string | null;
  caption: string | null;
}

/** What the film has around and over its clips, drawn over the preview: cards, names, captions, transitions. */
export function FilmOver({ look, video, card, transition, hasCaptions }: FilmOverProps) {
  const [{ name, caption }, setWords] = useState<Words>({ name: null, caption: null });
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  useEffect(() => {
    if (!video) return;
    let frame = 0;
    const follow = () => {
      const next = wordsAt(look, video.currentTime);
      setWords((now) => (now.name === next.name && now.caption === next.caption ? now : next));
      if (!video.paused) frame = requestAnimationFrame(follow);
    };
    const start = () => {
      cancelAnimationFrame(frame);
      follow();
    };
    for (const event of ['play', 'seeked', 'pause']) video.addEventListener(event, start);
    start();
    return () => {
      cancelAnimationFrame(frame);
      for (const event of ['play', 'seeked', 'pause']) video.removeEventListener(event, start);
    };
  }, [look, video]);
  return (
    <div className="film-over" data-card={card ?? undefined}>
      {transition !== 'soft' && video && (
        <ClipJoin kind={isCalm ? 'cut' : transition} clips={look.clips} video={video} />
      )}
      {card ? (
        <CardArt key={card} card={look[card]} isMoving={!isCalm} />
      ) : (
        <>
          {name && <NamePlate key={name} text={name} plate={look.plate} isCalm={isCalm} />}
          {hasCaptions && caption && <p className="player__caption">{caption}</p>}
        </>
      )}
    </div>
  );
}

function wordsAt({ clips }: PreviewLook, time: number): Words {
  const clip = clips.findLast(({ start }) => start <= time);
  const at = time - (clip?.start ?? 0);
  const cue = clip?.cues.find(({ start, end }) => start <= at && at < end);
  const isNamed = clip?.name && at >= clip.name.from && at < clip.name.until;
  return { name: isNamed ? (clip.name?.text ?? null) : null, caption: cue?.text ?? null };
}

interface NamePlateProps {
  text: string;
  plate: PreviewLook['plate'];
  isCalm: boolean;
}

/** Pixels of a picture of 1920x1080, as in the film: place, room around the words, and the way on which it comes. */
const PLATE = { left: 96, bottom: 84, before: 62, beside: 110, high: 100, widest: 1240, way: 60 };

/** In SVG, as the page's policy allows no styles of elements. */
function NamePlate({ text, plate: { font, size, ink, box, accent }, isCalm }: NamePlateProps) {
  const words = useRef<SVGTextElement>(null);
  const [width, setWidth] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is as wide as its words
  useLayoutEffect(() => setWidth(words.current?.getComputedTextLength() ?? 0), [text, font, size]);
  const shown = Math.min(width, PLATE.widest);
  const top = 1080 - PLATE.bottom - PLATE.high;
  return (
    <svg viewBox="0 0 1920 1080" role="presentation" focusable="false" className="film-over__name">
      {!isCalm && (
        <animateTransform
          attributeName="transform"
          type="translate"
          from={`-${PLATE.way} 0`}
          to="0 0"
          dur="0.4s"
          fill="freeze"
        />
      )}
      <rect x={PLATE.left} y={top} width={shown + PLATE.beside} height={PLATE.high} rx={6} fill={box} />
      <rect x={PLATE.left} y={top} width={18} height={PLATE.high} rx={6} fill={accent} />
      <text
        ref={words}
        x={PLATE.left + PLATE.before}
        y={top + PLATE.high / 2}
        dominantBaseline="central"
        fontFamily={font}
        fontSize={size}
        fill={ink}
        textLength={width > PLATE.widest ? PLATE.widest : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {text}
      </text>
    </svg>
  );
}
