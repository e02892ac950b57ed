import { expect } from 'chai';
import { encodeVideoArgs } from '../../src/features/media/prepare/encode-video.ts';
import { evenPaceFilters } from '../../src/features/media/prepare/even-pace.ts';
import { firstLookArgs } from '../../src/features/media/prepare/first-look.ts';
import { sparingInput } from '../../src/features/media/prepare/frame-bytes.ts';
import { encodeHeldArgs, heldSpan } from '../../src/features/media/prepare/held-pictures.ts';
import { captionFilters } from '../../src/features/media/prepare/name-caption.ts';
import type { VideoFacts } from '../../src/features/media/prepare/source-facts.ts';
import { toneMapFilters } from '../../src/features/media/prepare/tone-map.ts';
import { spanOf } from '../../src/features/media/prepare/trim.ts';
import {
  lastingFilters,
  layInFilters,
  paceFilters,
  sourceFilters,
} from '../../src/features/media/prepare/video-graph.ts';
import { decodeVoiceArgs } from '../../src/features/media/prepare/voice.ts';
import type { PacketSpan, ProbedVideo } from '../../src/platform/ffmpeg/probe.ts';
import { RENDITIONS } from '../../src/platform/ffmpeg/segment-format.ts';

const SPAN: PacketSpan = { packets: 300, start: 0, last: 9.967, end: 10, densest: 30 };
const AUDIO = { index: 1, codec: 'aac', channels: 2 };

/** Ten seconds of a phone's 1080p, 30 frames a second, with sound. */
function videoOf(
  video: Partial<ProbedVideo> = {},
  facts: Partial<VideoFacts> = {},
  span: Partial<PacketSpan> = {},
): VideoFacts {
  const probed: ProbedVideo = {
    index: 0,
    codec: 'h264',
    width: 1920,
    height: 1080,
    pixelAspect: 1,
    rotation: 0,
    interlaced: false,
    pixelFormat: 'yuv420p',
    colourSpace: 'bt709',
    transfer: 'bt709',
    primaries: 'bt709',
    range: 'tv',
    ...video,
  };
  return {
    kind: 'video',
    mime: 'video/mp4',
    extension: 'mp4',
    bytes: 1000,
    container: 'mov',
    width: probed.width,
    height: probed.height,
    rotation: 0,
    duration: 10,
    hasAudio: true,
    hdr: false,
    isTurnedTwice: false,
    probe: {
      video: probed,
      audio: AUDIO,
      videoSpan: { ...SPAN, ...span },
      audioSpan: SPAN,
      claimedDuration: 10,
      isPartial: false,
    },
    ...facts,
  };
}

/** What follows an option, once for each time it is given. */
const valuesOf = (args: readonly string[], option: string) =>
  args.flatMap((arg, i) => (arg === option ? [args[i + 1] ?? ''] : []));

const source = (facts: VideoFacts, edit = {}) => ({ facts, edit, toneMap: null });

describe('sourceFilters()', () => {
  it('leaves an upright, progressive picture, except for its frame rate', () => {
    expect(sourceFilters(videoOf(), {}, false)).to.deep.equal([]);
    expect(sourceFilters(videoOf(), {}, true).at(-1)).to.equal('fps=30:start_time=0');
  });

  it('deinterlaces first, then crops, then rotates', () => {
    const edit = { crop: { x: 0.5, y: 0, width: 0.5, height: 1 }, rotate: 90 } as const;
    expect(sourceFilters(videoOf({ interlaced: true }), edit, false)).to.deep.equal([
      'bwdif=mode=send_frame:deint=interlaced',
      'crop=960:1080:960:0',
      'transpose=clock',
    ]);
  });

  it('crops in the pixels of the rotated picture', () => {
    const facts = videoOf({ rotation: 90 }, { rotation: 90, width: 1080, height: 1920 });
    const crop = { x: 0, y: 0.5, width: 1, height: 0.5 };
    expect(sourceFilters(facts, { crop }, false)).to.deep.equal(['crop=1080:960:0:960']);
  });
});

describe('paceFilters() and lastingFilters()', () => {
  it('raise a sparse source to the film’s rate after layout, and hold its last picture', () => {
    const sparse = videoOf({}, {}, { packets: 10, last: 9 });
    expect(paceFilters(sparse)).to.deep.equal([]);
    expect(lastingFilters(sparse, 10)).to.deep.equal([
      'fps=30:start_time=0',
      'tpad=stop_mode=clone:stop_duration=1.000',
      'trim=end=10.000',
    ]);
  });

  it('loop a GIF instead of holding its last picture', () => {
    expect(paceFilters(videoOf({}, { container: 'gif' }, { packets: 10 }))).to.deep.equal(['fps=30:start_time=0']);
  });

  it('hold the last picture when the sound is over a quarter of a second longer', () => {
    expect(lastingFilters(videoOf({}, {}, { end: 8 }), 10)).to.deep.equal(['tpad=stop_mode=clone:stop_duration=2.000']);
    expect(lastingFilters(videoOf({}, {}, { end: 9.8 }), 10)).to.deep.equal([]);
  });
});

describe('evenPaceFilters()', () => {
  it('smooths timestamps on the common grid of 24 and 30 frames a second', () => {
    const [stamps, rate] = evenPaceFilters({ ...SPAN, packets: 240, last: 239 / 24 });
    expect(rate).to.equal('fps=30:start_time=0');
    expect(stamps).to.match(/^setpts='.*\*120\)\/120/);
  });

  it('sets only the rate when the source’s is unknown', () => {
    expect(evenPaceFilters(null)).to.deep.equal(['fps=30:start_time=0']);
    expect(evenPaceFilters({ ...SPAN, packets: 1, last: 0 })).to.deep.equal(['fps=30:start_time=0']);
  });
});

describe('layInFilters()', () => {
  const layIn = (facts: VideoFacts, edit = {}, isPaced = false) =>
    layInFilters('in', 'out', source(facts, edit), RENDITIONS['1080'], isPaced);

  it('passes a picture of the frame’s size and colours through', () => {
    expect(layIn(videoOf())).to.deep.equal(['[in]format=yuv420p,setsar=1[out]']);
  });

  it('converts small, unmarked pictures from bt601', () => {
    const [chain] = layIn(videoOf({ width: 640, height: 360, colourSpace: 'unknown' }, { width: 640, height: 360 }));
    expect(chain).to.match(
      /^\[in\]scale=1920:1080:flags=bicubic:in_color_matrix=bt601:out_color_matrix=bt709:out_range=tv,/,
    );
  });

  it('lays a portrait over its blurred copy, which changes every second frame of a paced one', () => {
    const portrait = videoOf({ width: 1080, height: 1920 }, { width: 1080, height: 1920 });
    const [split, ground, join] = layIn(portrait, {}, true);
    expect(split).to.match(/scale=608:1080:.*split=2\[out-picture\]\[out-ground\]$/);
    expect(ground).to.match(/^\[out-ground\]fps=15:round=up,scale=240:136.*gblur.*,fps=30\[out-blur\]$/);
    expect(join).to.equal('[out-blur][out-picture]overlay=(W-w)/2:(H-h)/2:format=yuv420:shortest=1[out]');
    expect(layIn(portrait).join(';')).not.to.include('fps=');
  });

  it('fills with a colour, or crops, when asked', () => {
    const portrait = videoOf({ width: 1080, height: 1920 }, { width: 1080, height: 1920 });
    expect(layIn(portrait, { fill: 'colour' })[0]).to.match(/pad=1920:1080:-1:-1:color=0x3a1a30\[out\]$/);
    expect(layIn(portrait, { fill: 'crop' })[0]).to.match(/scale=1920:3414:.*,crop=1920:1080\[out\]$/);
  });
});

describe('toneMapFilters()', () => {
  const filtersOf = (transfer: string, path = '/tmp/table.cube') =>
    toneMapFilters(videoOf({ transfer, colourSpace: 'bt2020nc', primaries: 'unknown' }), path, 'scale=1920:1080');

  it('applies the HLG table before the transfer, PQ after it, both in 16 bits', () => {
    const [hlg, pq] = [filtersOf('arib-std-b67'), filtersOf('smpte2084')].map((filters) =>
      filters.map((filter) => filter.split('=')[0]),
    );
    expect(hlg).to.deep.equal(['scale', 'format', 'lut3d', 'zscale', 'format']);
    expect(pq).to.deep.equal(['scale', 'zscale', 'format', 'lut3d', 'scale', 'format']);
  });

  it('assumes bt2020 where a picture names no primaries', () => {
    expect(filtersOf('arib-std-b67').join()).to.include('pin=bt2020:');
  });

  it('escapes a path for the option and for the graph', () => {
    expect(filtersOf('smpte2084', "/a:b's.cube").join()).to.include("lut3d=file=/a\\\\:b\\\\\\'s.cube");
  });
});

describe('encodeVideoArgs()', () => {
  const files = { video1080: '/out/1080.mp4', video720: '/out/720.mp4', edgesVideo: '/out/edges.mp4' };
  const input = (facts = videoOf(), more = {}) => ({
    ...source(facts),
    path: '/in.mp4',
    span: spanOf(facts, {}),
    frames: 300,
    reduced: null,
    caption: null,
    files,
    ...more,
  });

  it('makes both renditions in one decode of the source', () => {
    const args = encodeVideoArgs(input());
    expect(valuesOf(args, '-i')).to.deep.equal(['file:/in.mp4']);
    expect(valuesOf(args, '-map')).to.deep.equal(['[v1080]', '[v720]', '[edges]']);
    expect(args.filter((arg) => arg.startsWith('/out/'))).to.deep.equal(Object.values(files));
    expect(valuesOf(args, '-filter_complex')[0]).to.include('fade=t=out:start_frame=292:nb_frames=8');
  });

  it('writes the edges without fades, and key frames where they end, unless the clip is too short', () => {
    const args = encodeVideoArgs(input());
    expect(valuesOf(args, '-filter_complex')[0]).to.include("[ends]select='lt(n,15)+gte(n,285)'");
    const key = 'expr:lt(n,285)*not(mod(n,30))+eq(n,15)+eq(n,285)';
    expect(valuesOf(args, '-force_key_frames')).to.deep.equal([key, key]);
    const short = encodeVideoArgs(input(videoOf(), { frames: 44 }));
    expect(valuesOf(short, '-map')).to.deep.equal(['[v1080]', '[v720]']);
    expect(valuesOf(short, '-force_key_frames')).to.deep.equal([]);
  });

  it('reads the look’s reduced file instead of the source, without another layout', () => {
    const args = encodeVideoArgs(input(videoOf(), { reduced: '/tmp/reduced.mp4' }));
    expect(valuesOf(args, '-i')).to.deep.equal(['/tmp/reduced.mp4']);
    expect(valuesOf(args, '-filter_complex')[0]).to.match(/^\[0:v\]null\[framed\];/);
  });

  it('lays the name over the picture before the fades', () => {
    const args = encodeVideoArgs(input(videoOf(), { caption: { path: '/tmp/name.png', height: 90 } }));
    expect(valuesOf(args, '-i')).to.deep.equal(['file:/in.mp4', '/tmp/name.png']);
    const [graph = ''] = valuesOf(args, '-filter_complex');
    expect(graph.indexOf('overlay=')).to.be.within(0, graph.indexOf('[named]split=2[whole][ends]'));
  });

  it('keeps the length of a look that skipped pictures', () => {
    const hdr = videoOf({ transfer: 'arib-std-b67' }, { hdr: true });
    const graphOf = (more: object) =>
      valuesOf(encodeVideoArgs(input(hdr, { toneMap: '/t.cube', ...more })), '-filter_complex')[0];
    expect(graphOf({})).to.include('tpad=stop_mode=clone:stop=2,trim=end_frame=300');
    expect(graphOf({ reduced: '/tmp/reduced.mp4' })).not.to.include('trim=');
  });
});

describe('captionFilters()', () => {
  it('lays input 1 over the lower left, for as long as it lasts', () => {
    const [name, laid] = captionFilters('from', 'to', 1, { path: '/n.png', height: 100 });
    expect(name).to.match(/^\[1:v\]format=yuva420p,loop=.*alpha=1\[name\]$/);
    expect(laid).to.match(/^\[from\]\[name\]overlay=.*:eof_action=pass:format=yuv420\[to\]$/);
  });
});

describe('firstLookArgs()', () => {
  const input = (facts = videoOf(), more = {}) => ({
    ...source(facts),
    path: '/in.mp4',
    span: spanOf(facts, {}),
    quickVideo: '/out/quick.mp4',
    reduced: null,
    isCoarse: false,
    rawAudio: '/out/sound.wav',
    ...more,
  });

  it('makes the small picture, the sound and the black detection in one pass', () => {
    const args = firstLookArgs(input());
    expect(valuesOf(args, '-map')).to.deep.equal(['[quick]', '[sound]']);
    const [graph] = valuesOf(args, '-filter_complex');
    expect(graph).to.include('blackframe=').and.include('ebur128=');
  });

  it('leaves the sound out of a silent and of a muted clip', () => {
    for (const quiet of [input(videoOf({}, { hasAudio: false })), input(videoOf(), { edit: { muted: true } })])
      expect(valuesOf(firstLookArgs(quiet), '-map')).to.deep.equal(['[quick]']);
  });

  it('writes the film’s picture beside the small one for a source too large to decode twice', () => {
    const args = firstLookArgs(input(videoOf({ width: 3840, height: 2160 }), { reduced: '/tmp/reduced.mp4' }));
    expect(valuesOf(args, '-map')).to.deep.equal(['[reduced]', '[quick]', '[sound]']);
    expect(valuesOf(args, '-c:v')).to.deep.equal(['mpeg2video', 'libx264']);
  });

  it('skips non-reference pictures only in a coarse look, as an input option', () => {
    expect(firstLookArgs(input())).not.to.include('-skip_frame');
    const args = firstLookArgs(input(videoOf(), { isCoarse: true }));
    expect(args.indexOf('-skip_frame')).to.be.within(0, args.indexOf('-i'));
  });

  it('gives the decoder one thread for 8K', () => {
    expect(sparingInput(videoOf({ width: 7680, height: 4320 }).probe.video)).to.deep.equal(['-threads', '1']);
    expect(sparingInput(videoOf().probe.video)).to.deep.equal([]);
  });
});

describe('heldSpan() and encodeHeldArgs()', () => {
  const still = videoOf({}, { duration: 20 }, { packets: 20, last: 19, end: 20, densest: 1 });

  it('hold whole groups of pictures of a sparse clip, and never its fades or its name', () => {
    expect(heldSpan(still, 600, false)).to.deep.equal({ from: 30, to: 570 });
    expect(heldSpan(still, 600, true)?.from).to.be.above(30);
  });

  it('hold nothing of a moving, short or unindexed clip', () => {
    expect(heldSpan(videoOf(), 600, false)).to.equal(null);
    expect(heldSpan(still, 100, false)).to.equal(null);
    expect(heldSpan({ ...still, container: 'gif' }, 600, false)).to.equal(null);
  });

  it('encode edges and held pictures separately, in both renditions', () => {
    const args = encodeHeldArgs({
      ...source(still),
      path: '/in.mp4',
      span: spanOf(still, {}),
      frames: 600,
      reduced: null,
      caption: null,
      files: { video1080: '', video720: '', edgesVideo: '' },
      held: { from: 30, to: 570 },
      temp: '/tmp/t',
    });
    expect(valuesOf(args, '-map')).to.deep.equal([
      ...['[around1080]', '[held1080]', '[around720]', '[held720]', '[edges]'],
    ]);
    expect(valuesOf(args, '-filter_complex')[0])
      .to.include("select='lt(n,30)+gte(n,570)'")
      .and.include('between(n,30,569)');
    const key = 'expr:lt(n,45)*not(mod(n,30))+eq(n,15)+eq(n,45)';
    expect(valuesOf(args, '-force_key_frames')).to.deep.equal([key, 'expr:1', key, 'expr:1']);
  });
});

describe('decodeVoiceArgs()', () => {
  it('writes the sound unchanged, and a few samples of it for the waveform', () => {
    const { probe, ...facts } = videoOf();
    const voice = { ...facts, probe: { ...probe, video: null }, kind: 'audio', width: 0, height: 0 } as never;
    const args = decodeVoiceArgs({ path: '/v.m4a', facts: voice, span: spanOf(voice, {}), rawAudio: '/out/v.wav' });
    expect(valuesOf(args, '-map')).to.deep.equal(['[sound]', '[draw]']);
    expect(valuesOf(args, '-filter_complex')[0]).to.match(/^\[0:1\]/);
    expect(args.at(-1)).to.equal('pipe:1');
  });
});
