import { useRef, useState } from 'react';
import type { Track } from '../../src/shared/contracts/films.ts';
import { clock } from '../../src/shared/format.ts';
import { IconButton } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { List } from '../../views/ui/list.tsx';
import type { Studio } from './use-studio.ts';

interface MusicDialogProps {
  studio: Studio;
  tracks: readonly Track[];
  onClose: () => void;
}

/** Chooses the music, or none. It is ducked automatically under speech. */
export function MusicDialog({ studio, tracks, onClose }: MusicDialogProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState<string | null>(null);
  const { trackId } = studio.event;

  function listen(track: Track) {
    const element = audio.current;
    if (!element) return;
    if (playing === track.id) {
      element.pause();
      setPlaying(null);
      return;
    }
    element.src = track.url;
    element.play().then(
      () => setPlaying(track.id),
      () => setPlaying(null),
    );
  }

  const choose = (id: string | null) => void studio.saveDetails({ trackId: id });
  return (
    <Dialog open onClose={onClose} title="Music">
      <p className="l-small">It plays under the clips and gets quieter when someone speaks.</p>
      {/* biome-ignore lint/a11y/useMediaCaption: music without words */}
      <audio ref={audio} onEnded={() => setPlaying(null)} preload="none" />
      <List className="studio-dialogs__tracks">
        <li>
          <label className="studio-dialogs__track">
            <input type="radio" name="track" checked={trackId === null} onChange={() => choose(null)} />
            <span>
              <strong>No music</strong>
            </span>
          </label>
        </li>
        {tracks.map((track) => (
          <li key={track.id}>
            <label className="studio-dialogs__track">
              <input type="radio" name="track" checked={trackId === track.id} onChange={() => choose(track.id)} />
              <span>
                <strong>{track.title}</strong>{' '}
                <span className="l-small">
                  {track.mood}, {clock(track.length)}
                </span>
              </span>
            </label>
            <IconButton
              icon={playing === track.id ? 'pause' : 'play'}
              label={playing === track.id ? `Stop ${track.title}` : `Listen to ${track.title}`}
              onClick={() => listen(track)}
            />
          </li>
        ))}
      </List>
    </Dialog>
  );
}
