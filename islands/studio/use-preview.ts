import { useCallback, useEffect, useState } from 'react';
import type { Preview } from '../../src/shared/contracts/films.ts';
import { useVideo, type VideoControls } from '../player/use-video.ts';
import { PreviewStream } from './preview-stream.ts';

/** Preview of the film: plays the prepared clips in order, without rendering. */
export function usePreview({ playlistUrl }: Preview): VideoControls {
  const [hasFailed, setFailed] = useState(false);
  const [stream] = useState(() => new PreviewStream(() => setFailed(true)));
  const prepare = useCallback(
    (element: HTMLVideoElement) => {
      setFailed(false);
      return stream.load(element);
    },
    [stream],
  );
  const controls = useVideo(prepare);
  const { video } = controls;

  useEffect(() => void stream.change(playlistUrl, video), [stream, playlistUrl, video]);
  useEffect(() => {
    if (video) return () => stream.end();
  }, [stream, video]);
  return { ...controls, hasFailed: hasFailed || controls.hasFailed };
}
