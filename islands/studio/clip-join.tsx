import { useEffect, useRef, useState } from 'react';
import type { ClipTransition } from '../../src/shared/clip-transitions.ts';
import type { PreviewLook } from '../../src/shared/contracts/preview-look.ts';

interface ClipJoinProps {
  kind: Exclude<ClipTransition, 'soft'>;
  clips: PreviewLook['clips'];
  video: HTMLVideoElement;
}

/** Seconds before a clip's end at which it begins to fade, so that its last picture is taken then. */
const FADES = 0.3;
/** Seconds of a transition; a cut only hides that the next clip comes out of black. */
const TAKES = { fade: 0.5, slide: 0.5, zoom: 0.5, cut: 0.2 };

/**
 * Transitions of the preview: the last picture of a clip stays over the next one, and fades, slides or zooms away. Clips
 * are prepared with soft edges, so it covers those.
 */
export function ClipJoin({ kind, clips, video }: ClipJoinProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [stage, setStage] = useState<'held' | 'leaving' | null>(null);
  useEffect(() => {
    const paper = canvas.current?.getContext('2d');
    if (!paper) return;
    const joints = clips.slice(1).map(({ start }) => start);
    let frame = 0;
    let taken: number | null = null;
    const follow = () => {
      const time = video.currentTime;
      const joint = joints.find((each) => time >= each - FADES && time < each + TAKES[kind]);
      if (joint === undefined) {
        taken = null;
        setStage(null);
      } else if (time < joint) {
        if (taken !== joint) paper.drawImage(video, 0, 0, paper.canvas.width, paper.canvas.height);
        taken = joint;
        setStage('held');
      } else if (taken === joint) setStage(kind === 'cut' ? 'held' : 'leaving');
      if (!video.paused) frame = requestAnimationFrame(follow);
    };
    const start = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(follow);
    };
    // After a seek there is no picture of the clip before.
    const forget = () => {
      taken = null;
      setStage(null);
    };
    video.addEventListener('play', start);
    video.addEventListener('seeking', forget);
    if (!video.paused) start();
    return () => {
      cancelAnimationFrame(frame);
      video.removeEventListener('play', start);
      video.removeEventListener('seeking', forget);
    };
  }, [clips, video, kind]);
  return (
    <canvas
      ref={canvas}
      width={1280}
      height={720}
      className={`film-over__join film-over__join--${kind}`}
      data-stage={stage ?? undefined}
    />
  );
}
