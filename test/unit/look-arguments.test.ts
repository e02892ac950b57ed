import { expect } from 'chai';
import { firstLookArgs } from '../../src/features/media/prepare/first-look.ts';
import { sparingInput } from '../../src/features/media/prepare/frame-bytes.ts';
import { spanOf } from '../../src/features/media/prepare/trim.ts';
import { source, valuesOf, videoOf } from '../helpers/video-facts.ts';

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
