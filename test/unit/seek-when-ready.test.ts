import { expect } from 'chai';
import { positionOf, seekWhenReady } from '../../islands/player/seek-when-ready.ts';
import { PreviewStream } from '../../islands/studio/preview-stream.ts';

/** A media element as Safari’s: before the metadata it forgets where it should play. */
class Video extends EventTarget {
  sources = ['film-1080.mp4'];
  readyState = 0;
  time = 0;
  error: object | null = null;
  paused = true;
  pause() {}
  get currentTime() {
    return this.time;
  }
  set currentTime(seconds: number) {
    if (this.readyState > 0) this.time = seconds;
  }
  get src() {
    return this.sources.at(-1) ?? '';
  }
  set src(url: string) {
    this.sources.push(url);
    Object.assign(this, { readyState: 0, time: 0, error: null });
  }
  arrive() {
    this.readyState = 1;
    this.dispatchEvent(new Event('loadedmetadata'));
  }
}

describe('seekWhenReady', () => {
  let video: Video & HTMLVideoElement;
  beforeEach(() => {
    video = new Video() as unknown as Video & HTMLVideoElement;
  });

  it('seeks once the metadata has arrived, to the latest place asked for', () => {
    seekWhenReady(video, 40);
    expect(positionOf(video)).to.equal(40);
    seekWhenReady(video, 70);
    video.arrive();
    expect(video.currentTime).to.equal(70);
    seekWhenReady(video, 10);
    video.arrive();
    expect(video.currentTime).to.equal(10);
  });

  it('keeps the place of a source that was replaced before it arrived, and moves no other', () => {
    seekWhenReady(video, 40);
    const at = positionOf(video);
    video.src = 'film-720.mp4';
    seekWhenReady(video, at);
    video.arrive();
    expect(video.currentTime).to.equal(40);
    video.src = 'film-480.mp4';
    seekWhenReady(video, 40);
    video.src = 'another.mp4';
    video.arrive();
    expect(video.currentTime).to.equal(0);
  });
});

describe('PreviewStream', () => {
  it('goes on at the same place on a phone that plays playlists itself: with another clip, and after an error', async () => {
    const video = new Video() as unknown as Video & HTMLVideoElement;
    const stream = new PreviewStream(() => undefined);
    await stream.change('one.m3u8', video);
    await stream.load(video);
    video.arrive();
    video.currentTime = 40;
    await stream.change('two.m3u8', video);
    video.arrive();
    expect(video.currentTime).to.equal(40);
    video.error = {} as MediaError;
    await stream.load(video);
    video.arrive();
    expect(video.sources.slice(1)).to.deep.equal(['one.m3u8', 'two.m3u8', 'two.m3u8']);
    expect(video.currentTime).to.equal(40);
  });
});
