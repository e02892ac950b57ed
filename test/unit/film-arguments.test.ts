import { expect } from 'chai';
import { chapterMetadata, concatList } from '../../src/features/films/render/lists.ts';
import { firstCorrection, isRight, nextCorrection } from '../../src/features/films/render/loudness.ts';
import { mixArgs } from '../../src/features/films/render/sound.ts';
import type { Timeline } from '../../src/features/films/render/timeline.ts';
import { probeArgs } from '../../src/platform/ffmpeg/probe.ts';
import {
  exactSamplesFilter,
  heldVideoArgs,
  RENDITIONS,
  reducedVideoArgs,
  segmentEncoderArgs,
  segmentFileArgs,
  segmentVideoArgs,
} from '../../src/platform/ffmpeg/segment-format.ts';

const graphOf = (args: readonly string[]) => args[args.indexOf('-filter_complex') + 1] ?? '';
const last = (args: readonly string[], option: string) => args[args.lastIndexOf(option) + 1];

describe('mixArgs()', () => {
  const input = { list: 'audio.txt', frames: 300, folder: '/tmp' };

  it('only joins and measures voices without music', () => {
    const args = mixArgs({ ...input, music: null });
    expect(args.filter((arg) => arg === '-i')).to.have.length(1);
    expect(graphOf(args)).to.include('atrim=end_sample=480000').and.include('ebur128').and.not.include('amix');
  });

  it('loops the music, cuts it to the film’s length and ducks it under voices', () => {
    const args = mixArgs({ ...input, music: '/music.wav' });
    expect(args.indexOf('-stream_loop')).to.be.within(0, args.indexOf('/music.wav'));
    const graph = graphOf(args);
    expect(graph).to.include('[bed][key]sidechaincompress=').and.include('amix=inputs=2:duration=first:normalize=0');
    expect(graph).to.include('afade=t=out:st=6.667:d=3.333');
  });

  it('shortens the music’s fades in a very short film', () => {
    expect(graphOf(mixArgs({ ...input, frames: 30, music: '/music.wav' }))).to.include(
      'afade=t=in:d=0.250,afade=t=out:st=0.667:d=0.333',
    );
  });
});

describe('the loudness of a film', () => {
  it('is brought to -16 LUFS, with a limiter only for high peaks', () => {
    expect(firstCorrection({ integrated: -20, truePeak: -12 })).to.deep.equal({ gain: 4, ceiling: null });
    expect(firstCorrection({ integrated: -20, truePeak: -3 })).to.deep.equal({ gain: 4, ceiling: -2.2 });
    expect(firstCorrection({ integrated: -70, truePeak: -Infinity })).to.deep.equal({ gain: 0, ceiling: null });
  });

  it('is corrected by the difference, with a lower limit after higher peaks', () => {
    const next = nextCorrection({ gain: 4, ceiling: -2.2 }, { integrated: -17, truePeak: -1 });
    expect(next.gain).to.equal(5);
    expect(next.ceiling).to.be.closeTo(-2.9, 1e-9);
  });

  it('is accepted within 0.4 LU and below -1.5 dBTP, or silent', () => {
    expect(isRight({ integrated: -16.4, truePeak: -1.5 })).to.equal(true);
    expect(isRight({ integrated: -16.5, truePeak: -3 })).to.equal(false);
    expect(isRight({ integrated: -16, truePeak: -1.4 })).to.equal(false);
    expect(isRight({ integrated: -70, truePeak: 0 })).to.equal(true);
  });
});

describe('concatList()', () => {
  it('writes each length in exact frames', () => {
    expect(concatList([{ name: 'v1080-0000.mp4', frames: 100 }])).to.equal(
      'ffconcat version 1.0\nfile v1080-0000.mp4\nduration 3.333333\n',
    );
  });

  it('refuses a foreign file name', () => {
    for (const name of ["a'b.mp4", '../a.mp4', 'a b.mp4', 'A.mp4'])
      expect(() => concatList([{ name, frames: 1 }]), name).to.throw('not a plain file name');
  });
});

describe('chapterMetadata()', () => {
  const timeline = (title: string, chapters: Timeline['chapters'], items: unknown[] = []) =>
    ({ title, chapters, items, length: 20 }) as unknown as Timeline;

  it('starts with the opening, ends with the closing, and leaves no gap', () => {
    const text = chapterMetadata(
      timeline('For Ruth', [{ start: 4, title: 'Karl', mediaId: 'a' }], [{ role: 'outro', origin: 16 }]),
    );
    expect(text.match(/(?:START|END|^title)=.*/gm)).to.deep.equal([
      'title=For Ruth',
      ...['START=0', 'END=120', 'title=For Ruth'],
      ...['START=120', 'END=480', 'title=Karl'],
      ...['START=480', 'END=600', 'title=Everyone'],
    ]);
  });

  it('keeps typed names on one line and escaped', () => {
    const text = chapterMetadata(timeline('a=b;c#d\n[CHAPTER]\\', []));
    expect(text).to.equal(';FFMETADATA1\ntitle=a\\=b\\;c\\#d [CHAPTER]\\\\ \n');
  });
});

describe('segment arguments', () => {
  it('list the encoder’s before the file’s', () => {
    const rendition = RENDITIONS['720'];
    expect(segmentVideoArgs(rendition)).to.deep.equal([...segmentEncoderArgs(rendition), ...segmentFileArgs()]);
    expect(last(segmentEncoderArgs(rendition, ['mbtree=0']), '-x264-params')).to.match(/:mbtree=0$/);
  });

  it('keep the same headers for held pictures: all key frames, finer, at a higher rate', () => {
    const [held, usual] = [heldVideoArgs(RENDITIONS['1080']), segmentEncoderArgs(RENDITIONS['1080'])];
    for (const option of ['-profile:v', '-level:v', '-pix_fmt', '-color_primaries'])
      expect(last(held, option), option).to.equal(last(usual, option));
    expect([last(held, '-crf'), last(held, '-maxrate'), last(held, '-force_key_frames')]).to.deep.equal([
      '15',
      '120000k',
      'expr:1',
    ]);
  });

  it('make a reduced picture without the source’s metadata', () => {
    const args = reducedVideoArgs();
    expect([last(args, '-c:v'), last(args, '-g'), last(args, '-map_metadata')]).to.deep.equal([
      'mpeg2video',
      '1',
      '-1',
    ]);
  });

  it('cut or pad the sound to 1600 samples a frame', () => {
    expect(exactSamplesFilter(30)).to.match(/apad=whole_len=48000,atrim=end_sample=48000$/);
  });
});

describe('probeArgs()', () => {
  it('reads an hour at most, and opens the file as untrusted', () => {
    const args = probeArgs('-x.mp4', 'mov');
    expect(last(args, '-read_intervals')).to.equal('%+3600');
    expect(args.at(-1)).to.equal('file:-x.mp4');
    expect(args.join(' ')).to.include('-protocol_whitelist file,pipe');
  });
});
