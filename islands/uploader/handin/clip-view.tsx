import { useEffect, useRef, useState } from 'react';
import { clock } from '../../../src/shared/format.ts';
import { cx } from '../../../views/ui/class-names.ts';
import { Icon } from '../../../views/ui/icon.tsx';
import { StampFill } from '../../../views/ui/stamp.tsx';
import { useStopLoading } from '../../../views/ui/use-stop-loading.ts';
import { VoicePlayer } from '../../../views/ui/voice-player.tsx';
import type { UploadQueue } from '../core/queue.ts';
import type { UploadItem } from '../core/upload-item.ts';
import { SIGN } from './item-stamp.tsx';

interface ClipViewProps {
  queue: UploadQueue;
  item: UploadItem;
  /** An object URL of a small picture; shown blurred behind a portrait one. */
  poster?: string;
}

/** Preview of an item from its local file. */
export function ClipView({ queue, item, poster }: ClipViewProps) {
  const { file, url } = useFile(queue, item);
  if (item.kind === 'audio' && file && url)
    return <VoicePlayer key={url} src={url} file={file} label="Your voice message" />;
  if (item.kind === 'text') return <p className="handin__words">{item.text}</p>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this groups a player's controls
    <div className="player handin__view" role="group" aria-label="Your clip">
      <div className="player__screen">
        {poster && <img className="player__under" src={poster} alt="" />}
        {item.kind === 'video' && url && <Video key={url} url={url} />}
        {item.kind === 'photo' && poster && <img className="handin__fit" src={url ?? poster} alt="What you chose" />}
        {(!url || (item.kind === 'photo' && !poster)) && <StampFill icon={SIGN[item.kind]} />}
      </div>
    </div>
  );
}

function Video({ url }: { url: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useStopLoading(video);
  const [isPlaying, setPlaying] = useState(false);
  const [length, setLength] = useState(0);
  const [isStrange, setStrange] = useState(false);
  const toggle = () => {
    const player = video.current;
    if (!player) return;
    if (player.paused) void player.play().catch(() => setStrange(true));
    else player.pause();
  };
  // Phones may record formats that their browser can't play.
  if (isStrange) return <StampFill icon="film" />;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what the person has just said */}
      <video
        ref={video}
        className="handin__fit"
        src={url}
        playsInline
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setStrange(true)}
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
      />
      <button
        type="button"
        className={cx('player__play', isPlaying && 'handin__play--playing')}
        aria-label={isPlaying ? 'Pause your clip' : 'Play your clip'}
        onClick={toggle}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      {Number.isFinite(length) && length >= 1 && <span className="handin__length l-num">{clock(length)}</span>}
    </>
  );
}

interface Found {
  file: Blob;
  url: string;
}

/** File of an item with an object URL, which lives as long as the item is shown. */
function useFile(queue: UploadQueue, { id, kind }: UploadItem): Found | { file: null; url: null } {
  const [found, setFound] = useState<(Found & { id: string }) | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isOver = false;
    if (kind === 'text') return;
    void queue.fileOf(id).then((file) => {
      if (!file || isOver) return;
      url = URL.createObjectURL(file);
      setFound({ id, file, url });
    });
    return () => {
      isOver = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [queue, id, kind]);
  // The previous item's URL is being revoked.
  return found?.id === id ? found : { file: null, url: null };
}
