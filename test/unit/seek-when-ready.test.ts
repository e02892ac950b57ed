import { expect } from 'chai';
import { positionOf, seekWhenReady } from '../../islands/player/seek-when-ready.ts';

/** A media element as Safari’s: before the metadata it forgets where it should play. */
class Video extends EventTarget {
  src = 'film-1080.mp4';
  readyState = 0;
  time = 0;
  get currentTime() {
    return this.time;
  }
  set currentTime(seconds: number) {
    if (this.readyState > 0) this.time = seconds;
  }
  change(src: string) {
    Object.assign(this, { src, readyState: 0, time: 0 });
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
    video.change('film-720.mp4');
    seekWhenReady(video, at);
    video.arrive();
    expect(video.currentTime).to.equal(40);
    video.change('film-480.mp4');
    seekWhenReady(video, 40);
    video.change('another.mp4');
    video.arrive();
    expect(video.currentTime).to.equal(0);
  });
});
