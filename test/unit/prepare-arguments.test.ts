import { expect } from 'chai';
import { cropBox, layIn } from '../../src/features/media/prepare/geometry.ts';
import { gainFor, levelFilter, loudnessCheck, readLoudness } from '../../src/features/media/prepare/loudness.ts';
import { plainEdit, segmentKey } from '../../src/features/media/prepare/segment-key.ts';
import { readProbe } from '../../src/platform/ffmpeg/probe.ts';
import {
  edgeFadeFilters,
  edgeFrames,
  RENDITIONS,
  segmentAudioArgs,
  segmentVideoArgs,
} from '../../src/platform/ffmpeg/segment-format.ts';
import { untrustedInput } from '../../src/platform/ffmpeg/untrusted-input.ts';

const SHA = 'a'.repeat(64);

describe('segmentKey', () => {
  it('is the same for the same source, edit and name', () => {
    const plain = segmentKey(SHA, {}, '');
    expect(plain).to.match(/^[0-9a-f]{40}$/);
    expect(segmentKey(SHA, { rotate: 0, volume: 0, muted: false, fill: 'blur' }, '  ')).to.equal(plain);
    expect(segmentKey(SHA, { crop: { x: 0, y: 0, width: 1, height: 1 } }, '')).to.equal(plain);
    expect(segmentKey(SHA, { muted: true, volume: 5 }, '')).to.equal(segmentKey(SHA, { muted: true }, ''));
  });

  it('changes with source, edit, name and pipeline', () => {
    const keys = [
      segmentKey(SHA, {}, ''),
      segmentKey('b'.repeat(64), {}, ''),
      segmentKey(SHA, { rotate: 90 }, ''),
      segmentKey(SHA, { trim: { start: 1, end: 2 } }, ''),
      segmentKey(SHA, {}, 'Ruth'),
      segmentKey(SHA, {}, '', 999),
    ];
    expect(new Set(keys).size).to.equal(keys.length);
  });

  it('ignores the order of an edit’s fields', () => {
    expect(segmentKey(SHA, { rotate: 90, muted: true }, '')).to.equal(segmentKey(SHA, { muted: true, rotate: 90 }, ''));
    expect(plainEdit({ fill: 'blur', rotate: 0 })).to.deep.equal({});
  });
});

describe('layIn', () => {
  const frame = { width: 1920, height: 1080 };

  it('covers the frame with 16:9 and nearly 16:9', () => {
    expect(layIn(16 / 9, frame, 'blur')).to.deep.equal({ covers: true, picture: frame });
    const nearly = layIn(1.79, frame, 'blur');
    expect(nearly.covers).to.equal(true);
    expect(nearly.picture.width).to.be.at.least(1920);
  });

  it('centres portrait and wide pictures whole, in even pixels', () => {
    expect(layIn(9 / 16, frame, 'blur')).to.deep.equal({ covers: false, picture: { width: 608, height: 1080 } });
    expect(layIn(3, frame, 'colour')).to.deep.equal({ covers: false, picture: { width: 1920, height: 640 } });
  });

  it('covers the frame with any shape when cropped', () => {
    expect(layIn(1, frame, 'crop')).to.deep.equal({ covers: true, picture: { width: 1920, height: 1920 } });
  });
});

describe('cropBox', () => {
  it('returns even pixels inside the picture, at least two each way', () => {
    expect(cropBox({ width: 161, height: 91 }, { x: 0.5, y: 0.5, width: 0.9, height: 0.9 })).to.satisfy(
      (box: { x: number; y: number; width: number; height: number }) =>
        box.x + box.width <= 162 && box.y + box.height <= 92,
    );
    expect(cropBox({ width: 100, height: 100 }, { x: 1, y: 1, width: 0, height: 0 })).to.deep.equal({
      x: 98,
      y: 98,
      width: 2,
      height: 2,
    });
  });
});

describe('loudness', () => {
  it('targets -16 LUFS, raises 28 dB at most, and never near silence', () => {
    expect(gainFor(-23)).to.equal(7);
    expect(gainFor(-9)).to.equal(-7);
    expect(gainFor(-48)).to.equal(28);
    for (const silent of [-70, -55, -54]) expect(gainFor(silent)).to.equal(0);
  });

  it('compensates for noise reduction by 3 dB at most', () => {
    expect(gainFor(-40, -42)).to.equal(26);
    expect(gainFor(-46, -47.5)).to.equal(29.5);
    expect(gainFor(-46, -56)).to.equal(31);
  });

  it('is read from the summary of ebur128, silence included', () => {
    const summary = 'Integrated loudness:\n    I:         -23.1 LUFS\n  True peak:\n    Peak:       -4.2 dBFS\n';
    expect(readLoudness(`x\n${summary}`)).to.deep.equal({ integrated: -23.1, truePeak: -4.2 });
    expect(readLoudness(summary.replace('-23.1', '-inf').replace('-4.2', '-inf'))).to.deep.equal({
      integrated: -70,
      truePeak: -70,
    });
    expect(readLoudness('nothing')).to.equal(null);
  });

  it('is flagged silent or quiet, but not for a loud clip too short to measure', () => {
    expect(loudnessCheck({ integrated: -70, truePeak: -70 })).to.equal('silent');
    expect(loudnessCheck({ integrated: -70, truePeak: -6 })).to.equal(null);
    expect(loudnessCheck({ integrated: -42, truePeak: -30 })).to.equal('quiet');
    expect(loudnessCheck({ integrated: -20, truePeak: -3 })).to.equal(null);
  });

  it('is limited, without delay, only for high peaks', () => {
    const second = { frames: 30, seconds: 1 };
    expect(levelFilter({ gain: 10, truePeak: -5, ...second })).to.match(/^volume=10dB.*alimiter=.*latency=1/);
    expect(levelFilter({ gain: 2, truePeak: -20, ...second })).not.to.include('alimiter');
  });
});

describe('ffmpeg arguments', () => {
  it('open an untrusted file with one demuxer, local protocols and a pixel limit, all before the input', () => {
    const args = untrustedInput('-rf /x.mp4', 'mov', ['-ss', '1']);
    expect(args.at(-1)).to.equal('file:-rf /x.mp4');
    const line = args.join(' ');
    for (const part of ['-protocol_whitelist file,pipe', '-format_whitelist mov,', '-max_pixels 60000000', '-f mov']) {
      expect(line.indexOf(part), part).to.be.within(0, line.indexOf('-i '));
    }
  });

  it('set every parameter that a segment’s headers contain', () => {
    const line = segmentVideoArgs(RENDITIONS['1080']).join(' ');
    for (const part of [
      'stitchable=1',
      'keyint=30',
      'open-gop=0',
      '-level:v 4.0',
      '-video_track_timescale 15360',
      '-map_metadata -1',
    ]) {
      expect(line).to.include(part);
    }
    expect(segmentAudioArgs().join(' ')).to.include('-c:a pcm_s16le -ar 48000 -ac 2');
  });

  it('fade a segment over 8 frames at each end, and a short one over fewer', () => {
    expect([300, 30, 29, 15, 4, 3].map(edgeFrames)).to.deep.equal([8, 8, 7, 4, 1, 0]);
    expect(edgeFadeFilters(90)).to.deep.equal([
      'fade=t=in:start_frame=0:nb_frames=8',
      'fade=t=out:start_frame=82:nb_frames=8',
    ]);
    expect(edgeFadeFilters(3)).to.deep.equal([]);
  });
});

describe('readProbe', () => {
  const stream = (index: number, rest: string) => `stream|index=${index}|${rest}`;
  const VIDEO = stream(0, 'codec_type=video|codec_name=h264|width=160|height=90|disposition:default=1');

  it('chooses the largest default picture, never a cover, and measures by packets', () => {
    const probe = readProbe(
      [
        'packet|stream_index=1|pts_time=0.000000|dts_time=0.000000|duration_time=0.040000',
        'packet|stream_index=1|pts_time=1.960000|dts_time=1.9|duration_time=0.040000',
        'packet|stream_index=2|pts_time=N/A|dts_time=0.5|duration_time=0.1',
        stream(
          0,
          'codec_name=mjpeg|codec_type=video|width=3000|height=3000|disposition:default=0|disposition:attached_pic=1',
        ),
        stream(
          1,
          'codec_name=h264|codec_type=video|width=1080|height=1920|sample_aspect_ratio=0:1|disposition:default=1|disposition:attached_pic=0|side_data|rotation=-90',
        ),
        stream(2, 'codec_name=aac|codec_type=audio|channels=1|disposition:default=1|disposition:attached_pic=0'),
        'format|duration=N/A',
      ].join('\n'),
    );
    expect(probe.video).to.include({ index: 1, rotation: 90, pixelAspect: 1 });
    expect(probe.videoSpan).to.deep.equal({ packets: 2, start: 0, end: 2, last: 1.96, densest: 1 });
    expect(probe.audioSpan).to.deep.equal({ packets: 1, start: 0.5, end: 0.6, last: 0.5, densest: 1 });
    expect(probe.claimedDuration).to.equal(null);
  });

  it('takes a sound that can be decoded, and else none', () => {
    const spatial = stream(1, 'codec_type=audio|codec_name=unknown|channels=0|disposition:default=1');
    const aac = stream(2, 'codec_type=audio|codec_name=aac|channels=2|disposition:default=0');
    expect(readProbe([VIDEO, spatial, aac].join('\n')).audio).to.deep.equal({ index: 2, codec: 'aac', channels: 2 });
    for (const codec of ['unknown', 'none']) {
      expect(readProbe([VIDEO, spatial.replace('unknown', codec)].join('\n')).audio, codec).to.equal(null);
    }
  });

  it('takes a picture that can be decoded before one that can’t', () => {
    const second = VIDEO.replace('index=0', 'index=1').replace('default=1', 'default=0');
    const unknown = VIDEO.replace('h264', 'unknown');
    expect(readProbe([unknown, second].join('\n')).video?.index).to.equal(1);
    expect(readProbe(unknown).video?.index).to.equal(0);
  });
});
