import type HlsType from 'hls.js';

/** Feeds a video element with the film as it stands, whose playlist is another one with each clip that comes or moves. */
export class PreviewStream {
  #hls: HlsType | null = null;
  #newest: string | null = null;
  #loaded: string | null = null;
  #loading: Promise<boolean> | null = null;
  /** Counts the elements it was taken from. */
  #turn = 0;
  /** Where to go on, in seconds. */
  #from = 0;
  readonly #onFail: () => void;

  /** @param onFail what was loaded can't go on; the next `load` begins anew from where it stopped */
  constructor(onFail: () => void) {
    this.#onFail = onFail;
  }

  /** Gives the element the newest playlist, also one that comes while an earlier one is read. False if it can't. */
  load(video: HTMLVideoElement): Promise<boolean> {
    if (this.#loading) return this.#loading;
    const loading = this.#loadNewest(video).finally(() => {
      if (this.#loading === loading) this.#loading = null;
    });
    this.#loading = loading;
    return loading;
  }

  /** Whoever watches goes on from the same second; where nothing was loaded yet, nothing is. */
  async change(playlistUrl: string | null, video: HTMLVideoElement | null): Promise<void> {
    this.#newest = playlistUrl;
    if (!video || this.#loaded === null || this.#loading || this.#loaded === playlistUrl) return;
    const wasPlaying = !video.paused;
    this.#from = video.currentTime;
    video.pause();
    // A clip that came in must not stop somebody's watching.
    if ((await this.load(video)) && wasPlaying) await video.play().catch(() => undefined);
  }

  /** Leaves the element without a source. What is being read for it is given up, which is no failure. */
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
    const { default: Hls } = await import('hls.js/light');
    if (turn !== this.#turn) return false;
    if (!Hls.isSupported()) {
      video.src = url;
      video.currentTime = this.#from;
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
