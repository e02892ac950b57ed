import type HlsType from 'hls.js';
import { positionOf, seekWhenReady } from '../player/seek-when-ready.ts';
import { noteUnloaded } from './once-gone.ts';

const loadHls = () =>
  import('hls.js/light').catch((error: unknown) => {
    noteUnloaded(error);
    throw error;
  });

/** Feeds the current film to a video element; its playlist changes with each clip that is added or moved. */
export class PreviewStream {
  #hls: HlsType | null = null;
  #newest: string | null = null;
  #loaded: string | null = null;
  #loading: Promise<boolean> | null = null;
  /** Generation, to ignore results for an earlier element. */
  #turn = 0;
  /** Position to resume from, in seconds. */
  #from = 0;
  readonly #onFail: () => void;

  /** @param onFail playback can't continue; the next `load` resumes at the same position */
  constructor(onFail: () => void) {
    this.#onFail = onFail;
  }

  /** Loads the newest playlist, even if it changes while loading. False on failure. */
  load(video: HTMLVideoElement): Promise<boolean> {
    if (this.#loading) return this.#loading;
    if (video.error) {
      this.#from = video.currentTime || this.#from;
      this.#release();
    }
    const loading = this.#loadNewest(video).finally(() => {
      if (this.#loading === loading) this.#loading = null;
    });
    this.#loading = loading;
    return loading;
  }

  /** Switches to a new playlist at the same position; loads nothing if nothing was loaded. */
  async change(playlistUrl: string | null, video: HTMLVideoElement | null): Promise<void> {
    this.#newest = playlistUrl;
    if (!video || this.#loaded === null || this.#loading || this.#loaded === playlistUrl) return;
    const wasPlaying = !video.paused;
    this.#from = positionOf(video);
    video.pause();
    // A new clip must not interrupt playback.
    if ((await this.load(video)) && wasPlaying) await video.play().catch(() => undefined);
  }

  /** Removes the source; cancels a load, which does not count as a failure. */
  end(): void {
    this.#turn += 1;
    this.#loading = null;
    this.#release();
  }

  #release(): void {
    this.#hls?.destroy();
    this.#hls = null;
    this.#loaded = null;
  }

  async #loadNewest(video: HTMLVideoElement): Promise<boolean> {
    const turn = this.#turn;
    while (this.#loaded !== this.#newest) {
      const url = this.#newest;
      this.#release();
      if (url === null) break;
      const isRead = await this.#read(video, url).catch(() => false);
      if (turn !== this.#turn) return false;
      if (!isRead) {
        this.#stop(video);
        return false;
      }
      this.#loaded = url;
    }
    return this.#loaded !== null;
  }

  async #read(video: HTMLVideoElement, url: string): Promise<boolean> {
    const turn = this.#turn;
    const { default: Hls } = await loadHls();
    if (turn !== this.#turn) return false;
    if (!Hls.isSupported()) {
      video.src = url;
      seekWhenReady(video, this.#from);
      return true;
    }
    const player = new Hls({ maxBufferLength: 30, startPosition: this.#from });
    this.#hls = player;
    return new Promise((resolve) => {
      player.once(Hls.Events.MANIFEST_PARSED, () => resolve(true));
      player.once(Hls.Events.DESTROYING, () => resolve(false));
      player.on(Hls.Events.ERROR, (_, { fatal }) => {
        if (!fatal) return;
        resolve(false);
        if (this.#loaded === url) this.#stop(video);
      });
      player.loadSource(url);
      player.attachMedia(video);
    });
  }

  #stop(video: HTMLVideoElement): void {
    this.#from = video.currentTime || this.#from;
    video.pause();
    this.#release();
    this.#onFail();
  }
}
