import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type SpeechSpan, speechSpans } from '../../src/platform/sound/speech-spans.ts';
import { type Recording, recordingGraph } from '../helpers/speech.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);

/** Seconds before and after what is recorded, and of it: two sentences with a pause. */
const [BEFORE, SPOKEN, AFTER] = [3, 3.9, 2];

describe('speechSpans()', function () {
  this.timeout(600_000);

  /** A recording between silences; `under` is heard throughout. */
  async function spansOf(recording: Recording | null, under: string, knock = false): Promise<SpeechSpan[]> {
    const path = join(await tempFolder(), 'sound.wav');
    const whole = BEFORE + SPOKEN + AFTER;
    const graph = [
      recording ? recordingGraph(recording, SPOKEN) : 'anullsrc=r=48000:cl=mono:d=1[recorded]',
      `[recorded]adelay=${BEFORE * 1000}:all=1,apad=whole_dur=${whole}[said]`,
      `${under}:d=${whole}[under]`,
      `aevalsrc='${knock ? '0.9*between(t,0.5,0.55)*sin(2000*t)' : '0'}':s=48000:d=${whole}[knock]`,
      '[said][under][knock]amix=inputs=3:normalize=0:duration=longest[out]',
    ].join(';');
    const out = ['-map', '[out]', '-ac', '2', '-ar', '48000', '-c:a', 'pcm_s16le', path];
    await run('ffmpeg', ['-v', 'error', '-filter_complex', graph, ...out]);
    return speechSpans(createReadStream(path));
  }
  const SILENCE = 'aevalsrc=0:s=48000';
  const hiss = (amplitude: number) => `anoisesrc=c=pink:r=48000:seed=5:a=${amplitude}`;

  const heard: [title: string, ...Parameters<typeof spansOf>][] = [
    ['a voice between silences', { voice: -16 }, SILENCE],
    ['a quiet voice', { voice: -34 }, SILENCE],
    ['a voice over hiss', { voice: -16 }, hiss(0.02)],
    ['a voice after somebody knocks against the phone', { voice: -16 }, SILENCE, true],
  ];
  for (const [title, ...recorded] of heard) {
    it(`finds ${title}, and cuts nothing off it`, async () => {
      const spans = await spansOf(...recorded);
      const [first, last] = [spans[0]?.start ?? -1, spans.at(-1)?.end ?? -1];
      expect(first).to.be.within(BEFORE - 0.1, BEFORE + 0.15);
      expect(last).to.be.within(BEFORE + SPOKEN - 0.25, BEFORE + SPOKEN + 0.15);
    });
  }

  it('takes what sounds throughout as heard, and finds nothing in silence', async () => {
    expect(await spansOf(null, 'sine=f=440:r=48000')).to.deep.equal([{ start: 0, end: BEFORE + SPOKEN + AFTER }]);
    expect(await spansOf(null, SILENCE)).to.deep.equal([]);
    expect(await spansOf(null, hiss(0.002))).to.deep.equal([]);
  });
});
