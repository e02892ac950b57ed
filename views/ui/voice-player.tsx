import { useEffect, useRef, useState } from 'react';
import { clock } from '../../src/shared/format.ts';
import { IconButton } from './button.tsx';
import { useStopLoading } from './use-stop-loading.ts';

/** Number of bars in the waveform. */
const BARS = 40;
const WIDTH = 160;
const HEIGHT = 32;

export interface VoicePlayerProps {
  src: string;
  /** The file behind an object URL in `src`, which pages may not fetch. */
  file?: Blob;
  /** Label, such as "Your voice message". */
  label: string;
}

/** Plays a voice message: a button, a waveform for seeking, and the time. */
export function VoicePlayer({ src, file, label }: VoicePlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  useStopLoading(audio);
  const peaks = usePeaks(src, file);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const length = peaks?.length ?? 0;
  const done = length > 0 ? at / length : 0;
  const toggle = () => {
    const player = audio.current;
    if (!player) return;
    if (player.paused) void player.play().catch(() => setPlaying(false));
    else player.pause();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this groups a player's controls
    <div className="voice" role="group" aria-label={label}>
      {/* biome-ignore lint/a11y/useMediaCaption: somebody's own voice has no transcript */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
      />
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? 'Pause' : 'Listen'}
        className="voice__play"
        onClick={toggle}
      />
      <div className="voice__line">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          {(peaks?.bars ?? FLAT).map((bar, index) => {
            const height = Math.max(3, bar * HEIGHT);
            return (
              <rect
                key={index.toString()}
                className={index / BARS < done ? 'voice__done' : undefined}
                x={(index * WIDTH) / BARS}
                y={(HEIGHT - height) / 2}
                width={WIDTH / BARS - 1.5}
                height={height}
                rx="1"
              />
            );
          })}
        </svg>
        <input
          type="range"
          min={0}
          max={Math.max(0.1, length)}
          step={0.1}
          value={Math.min(at, length)}
          aria-label="Position"
          aria-valuetext={`${clock(at)} of ${clock(length)}`}
          onChange={(event) => {
            const to = Number(event.target.value);
            setAt(to);
            if (audio.current) audio.current.currentTime = to;
          }}
        />
      </div>
      <span className="l-num l-small">{clock(isPlaying || at > 0 ? at : length)}</span>
    </div>
  );
}

const FLAT = Array.from({ length: BARS }, () => 0.2);

interface Peaks {
  /** 0..1 each. */
  bars: number[];
  length: number;
}

/** Loudness over time; null while unknown, or if the browser can't decode it. */
function usePeaks(src: string, file: Blob | undefined): Peaks | null {
  const [peaks, setPeaks] = useState<Peaks | null>(null);
  useEffect(() => {
    let isOver = false;
    setPeaks(null);
    const bytes = file ? file.arrayBuffer() : fetch(src).then((answer) => answer.arrayBuffer());
    bytes.then(peaksOf).then(
      (found) => !isOver && setPeaks(found),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [src, file]);
  return peaks;
}

async function peaksOf(bytes: ArrayBuffer): Promise<Peaks> {
  const context = new OfflineAudioContext(1, 1, 44_100);
  const sound = await context.decodeAudioData(bytes);
  const samples = sound.getChannelData(0);
  const step = Math.max(1, Math.floor(samples.length / BARS));
  const loud = Array.from({ length: BARS }, (_, bar) => {
    let most = 0;
    for (let at = bar * step; at < Math.min(samples.length, (bar + 1) * step); at += 16) {
      most = Math.max(most, Math.abs(samples[at] ?? 0));
    }
    return most;
  });
  const loudest = Math.max(0.01, ...loud);
  return { bars: loud.map((each) => each / loudest), length: sound.duration };
}
