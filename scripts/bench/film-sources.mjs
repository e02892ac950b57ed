/** Clips as phones make them, drawn and sounded by ffmpeg itself, and the one filter graph that a film is compared with. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export async function ffmpeg(...args) {
  return run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { maxBuffer: 64 * 1024 ** 2 });
}

const X264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'];

/** A clip with moving pictures and something like speech; every fourth one is upright, levels differ by 12 dB. */
export async function phoneClip(path, seconds, number) {
  const size = number % 4 === 3 ? '1080x1920' : '1920x1080';
  const pictures = `testsrc2=s=${size}:r=30:d=${seconds},hue=h=${number * 37}`;
  const level = -6 - 3 * (number % 5);
  const voice = `anoisesrc=c=pink:a=0.8:seed=${number + 1}:r=48000:d=${seconds},bandpass=f=${700 + 60 * number}:w=900,tremolo=f=3.1:d=0.8,volume=${level}dB`;
  const sources = ['-f', 'lavfi', '-i', pictures, '-f', 'lavfi', '-i', voice];
  await ffmpeg(...sources, ...X264, '-preset', 'ultrafast', '-crf', '20', '-c:a', 'aac', '-ac', '2', path);
}

/** A clip that flashes and clicks at `at` seconds, its sound stream beginning `late` seconds after its pictures. */
export async function offsetClip(path, seconds, at, late) {
  const pictures = `color=c=black:s=1280x720:r=30:d=${seconds},drawbox=c=white:t=fill:enable='between(t,${at - 0.001},${at + 0.08})'`;
  const from = (at - late).toFixed(3);
  const sound = `aevalsrc='0.6*sin(2*PI*1000*t)*gte(t,${from})*lt(t,${from}+0.03)':s=48000:d=${seconds - late}`;
  const sources = ['-f', 'lavfi', '-i', pictures, '-itsoffset', String(late), '-f', 'lavfi', '-i', sound];
  await ffmpeg(...sources, ...X264, '-crf', '23', '-c:a', 'aac', path);
}

/**
 * The usual way: everything in one graph, with the two outputs that publishing makes. Each item is fitted and padded, the
 * sound is joined, ducked over the music and levelled in one pass.
 * @param {{ clips: string[], cards: { path: string, seconds: number }[], music: string, seconds: number, target: string }} plan
 */
export async function oneGraph({ clips, cards: [intro, outro], music, seconds, target }) {
  const inputs = clips.flatMap((clip) => ['-i', clip]);
  const still = ({ path, seconds: shown }) => ['-loop', '1', '-framerate', '30', '-t', String(shown), '-i', path];
  const shape =
    'scale=1920:1080:force_original_aspect_ratio=decrease,pad=1920:1080:-1:-1,fps=30,setsar=1,format=yuv420p';
  const items = [0, ...clips.map((_, i) => i + 1), clips.length + 1];
  const pictures = items.map((i) => `[${i}:v]${shape}[v${i}]`);
  const quiet = (i, { seconds: shown }) => `anullsrc=r=48000:cl=stereo:d=${shown}[a${i}]`;
  const sounds = clips.map((_, i) => `[${i + 1}:a]aresample=48000,aformat=channel_layouts=stereo[a${i + 1}]`);
  const graph = [
    ...pictures,
    quiet(0, intro),
    ...sounds,
    quiet(clips.length + 1, outro),
    `${items.map((i) => `[v${i}][a${i}]`).join('')}concat=n=${items.length}:v=1:a=1[joined][voices]`,
    '[joined]split[v][large]',
    '[large]scale=1280:720[small]',
    '[voices]aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo,asplit[a][key]',
    `[${clips.length + 2}:a]atrim=end=${seconds},aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo[bed]`,
    '[bed][key]sidechaincompress=threshold=0.02:ratio=8:attack=60:release=1100[ducked]',
    '[a][ducked]amix=inputs=2:duration=first:normalize=0,loudnorm=I=-16:TP=-1.5,aresample=48000,aformat=channel_layouts=stereo,asplit[sound][again]',
  ].join(';');
  const all = [...still(intro), ...inputs, ...still(outro), '-stream_loop', '-1', '-i', music];
  const coding = [...X264, '-crf', '21', '-g', '30', '-c:a', 'aac', '-b:a', '192k', '-movflags', '+faststart'];
  const large = ['-map', '[v]', '-map', '[sound]', ...coding, target];
  const small = ['-map', '[small]', '-map', '[again]', ...coding, target.replace(/\.mp4$/, '-720.mp4')];
  await ffmpeg(...all, '-filter_complex', graph, ...large, ...small);
}

/** SHA-256 of each video packet. */
export async function packetHashes(file) {
  const { stdout } = await ffmpeg('-i', file, '-map', '0:v:0', '-c', 'copy', '-f', 'framehash', '-');
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split(',').at(-1).trim());
}
