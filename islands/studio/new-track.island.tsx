import { OwnSong } from './own-song.tsx';

/** Adds music for everybody, by staff; its row on the page takes it from there. */
export default function NewTrack() {
  return (
    <OwnSong
      event={null}
      label="Add a song"
      onAdded={({ id }) => window.location.assign(`/staff/tracks?saved=${id}`)}
    />
  );
}
