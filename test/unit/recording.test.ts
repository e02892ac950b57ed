import { expect } from 'chai';
import { recordingType, startRecording } from '../../islands/uploader/recorder/recording.ts';

/** A `MediaRecorder` whose camera gives data when the test says so. */
class HeldRecorder extends EventTarget {
  static latest: HeldRecorder | null = null;
  static isTypeSupported = () => true;
  mimeType = 'video/mp4';
  state = 'inactive';
  constructor(
    _stream: MediaStream,
    readonly options: object,
  ) {
    super();
  }
  start() {
    HeldRecorder.latest = this;
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.dispatchEvent(new Event('stop'));
  }
  static give(data: Blob) {
    HeldRecorder.latest?.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
  }
}

describe('a recording', () => {
  const { setTimeout } = globalThis;
  /** Timers of the page, with their time in milliseconds. */
  let timers: { at: number; run(): void }[];
  const pass = (milliseconds: number) => {
    for (const { run } of timers.filter(({ at }) => at <= milliseconds)) run();
  };

  beforeEach(() => {
    timers = [];
    const keep = (run: () => void, at: number) => timers.push({ at, run });
    Object.assign(globalThis, { MediaRecorder: HeldRecorder, setTimeout: keep });
  });
  afterEach(() => {
    Object.assign(globalThis, { setTimeout });
    Reflect.deleteProperty(globalThis, 'MediaRecorder');
  });

  it('records MP4, else WebM by VP8, else by VP9, and nothing where none is supported', () => {
    expect(recordingType('video', () => true)).to.match(/^video\/mp4/);
    expect(recordingType('video', (type) => type.startsWith('video/webm'))).to.include('vp8');
    expect(recordingType('video', (type) => type.includes('vp9'))).to.include('vp9');
    expect(recordingType('audio', () => false)).to.equal(null);
  });

  it('asks for a key frame each second, as Chrome hands over MP4 in pieces between them', () => {
    startRecording({} as MediaStream, 'video', 'Clip');
    expect(HeldRecorder.latest?.options).to.include({ videoKeyFrameIntervalDuration: 1000 });
  });

  it('keeps the picture if the camera gives the first one ten seconds after Stop', async () => {
    const { stop, done } = startRecording({} as MediaStream, 'video', 'Clip');
    stop();
    pass(10_000);
    HeldRecorder.give(new Blob(['picture and sound']));
    expect((await done).size).to.equal(17);
  });

  it('ends within a minute of Stop even if the camera gives nothing', async () => {
    const { stop, done } = startRecording({} as MediaStream, 'video', 'Clip');
    stop();
    pass(60_000);
    expect((await done).size).to.equal(0);
  });
});
