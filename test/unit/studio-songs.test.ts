import { expect } from 'chai';
import { type Song, withSong } from '../../islands/studio/studio-state.ts';
import { TRACKS } from '../../src/features/library/music/catalogue.ts';

describe('withSong()', () => {
  const songs: Song[] = TRACKS.slice(0, 2);
  const ids = songs.map(({ id }) => id);
  const [id = ''] = ids;

  it('merges only the changed fields of a song', () => {
    const [changed, other] = withSong(songs, { id, title: 'Radio' });
    expect(changed).to.deep.equal({ ...songs[0], title: 'Radio' });
    expect(other).to.equal(songs[1]);
  });

  it('adds a new song that comes whole, and ignores a part of an unknown one', () => {
    const added = { ...TRACKS[2], id: 'new' };
    expect(withSong(songs, added).map((song) => song.id)).to.deep.equal(['new', ...ids]);
    expect(withSong(songs, { id: 'unknown', status: 'ready' })).to.equal(songs);
  });

  it('drops a removed song', () => {
    expect(withSong(songs, { id, deletedAt: '2026-11-23T17:00:00.000Z' })).to.deep.equal(songs.slice(1));
  });
});
