import { useEffect, useRef } from 'react';

/** So few pixels that the browser's own smoothing makes them a blur. */
const WIDTH = 16;
const HEIGHT = 9;
/** Between two pictures, in milliseconds: nobody sees a blur move faster. */
const PAUSE = 120;

/** What fills an upright screen above and below a film: the film itself, blurred. */
export function BlurredCopy({ of: video }: { of: HTMLVideoElement | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (!video) return;
    const draw = () => {
      const box = canvas.current;
      if (!box || box.clientWidth === 0 || video.paused || video.readyState < 2) return;
      box.getContext('2d')?.drawImage(video, 0, 0, WIDTH, HEIGHT);
    };
    const timer = setInterval(draw, PAUSE);
    return () => clearInterval(timer);
  }, [video]);

  return <canvas ref={canvas} className="cinema__blurred" width={WIDTH} height={HEIGHT} />;
}
