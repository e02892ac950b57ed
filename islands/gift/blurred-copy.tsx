import { useEffect, useRef } from 'react';

/** So few pixels that the browser's scaling blurs them. */
const WIDTH = 16;
const HEIGHT = 9;
/** Update interval in milliseconds; a blur needs no more. */
const PAUSE = 120;

/** Fills an upright screen above and below a film with a blurred copy of it. */
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
