/** Clips as phones record them, drawn and sounded by ffmpeg itself. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

function ffmpeg(...args) {
  const { status, stderr } = spawnSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

const lavfi = (...sources) => sources.flatMap((source) => ['-f', 'lavfi', '-i', source]);
const picture = (size, rate, grain, seconds, format) =>
  `mandelbrot=s=480x270:r=${rate},scale=${size},setsar=1,noise=alls=${grain}:allf=t,format=${format},trim=duration=${seconds}`;

/** Moving detail and grain at the rate of a phone's camera, 1080p. */
export function phoneClip(folder, seconds) {
  const path = join(folder, 'phone.mp4');
  const sources = lavfi(picture('1920:1080', 30, 3, seconds, 'yuv420p'), `sine=f=300:d=${seconds}`);
  ffmpeg(...sources, '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '17M', '-g', '30', '-c:a', 'aac', path);
  return path;
}

/** A talk of any length in 1080p: what moves is repeated every two seconds, at a low rate. */
export function longClip(folder, seconds) {
  const [part, path] = [join(folder, 'part.mp4'), join(folder, 'long.mp4')];
  const sources = lavfi(picture('1920:1080', 30, 1, 2, 'yuv420p'), 'sine=f=300:d=2');
  ffmpeg(...sources, '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '1M', '-g', '60', '-c:a', 'aac', part);
  ffmpeg('-stream_loop', '-1', '-i', part, '-t', String(seconds), '-c', 'copy', path);
  return path;
}

/**
 * What phones record at 1080p besides: upright in SDR, and ten bits of HLG at an iPhone's rate, lying and held upright (which
 * is a mark in the file).
 */
export function usualClips(folder, seconds) {
  const at = (name) => join(folder, name);
  const sound = `sine=f=300:d=${seconds}`;
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '17M', '-g', '30', '-c:a', 'aac'];
  ffmpeg(...lavfi(picture('1080:1920', 30, 3, seconds, 'yuv420p'), sound), ...h264, at('portrait.mp4'));
  const marks = [
    '-color_primaries',
    'bt2020',
    '-colorspace',
    'bt2020nc',
    '-color_trc',
    'arib-std-b67',
    '-tag:v',
    'hvc1',
  ];
  const x265 = 'keyint=60:log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc';
  const hevc = ['-c:v', 'libx265', '-preset', 'veryfast', '-b:v', '8M', '-x265-params', x265, ...marks, '-c:a', 'aac'];
  ffmpeg(...lavfi(picture('1920:1080', 30, 3, seconds, 'yuv420p10le'), sound), ...hevc, at('hlg-1080.mov'));
  ffmpeg('-i', at('hlg-1080.mov'), '-c', 'copy', ...marks, '-metadata:s:v', 'rotate=90', at('hlg-1080-upright.mov'));
  return [
    { name: '1080p portrait', path: at('portrait.mp4'), isHdr: false },
    { name: '1080p HLG', path: at('hlg-1080.mov'), isHdr: true },
    { name: '1080p HLG portrait', path: at('hlg-1080-upright.mov'), isHdr: true },
  ];
}

/** One small picture a second: kilobytes for minutes. */
export function sparseClip(folder, seconds) {
  const path = join(folder, 'sparse.mp4');
  ffmpeg(...lavfi(`testsrc2=s=64x64:r=1:d=${seconds}`), '-c:v', 'libx264', '-crf', '50', '-pix_fmt', 'yuv420p', path);
  return path;
}

/**
 * The heaviest that phones record: 4K at 60 frames a second in 10-bit HLG with three reference frames
 * (reference frames are what a decoder's memory is), the same held upright, the same marked as PQ, and 4K in 8 bit.
 */
export function heavyClips(folder) {
  const at = (name) => join(folder, name);
  const colours = ['-color_primaries', 'bt2020', '-colorspace', 'bt2020nc', '-tag:v', 'hvc1'];
  const x265 =
    'ref=3:bframes=4:b-pyramid=1:keyint=60:log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc';
  const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-b:v', '40M', '-x265-params', x265];
  const sources = lavfi(picture('3840:2160', 60, 6, 1, 'yuv420p10le'), 'sine=f=300:d=1');
  ffmpeg(...sources, ...hevc, ...colours, '-color_trc', 'arib-std-b67', '-c:a', 'aac', at('second.mov'));
  const asPq = ['-bsf:v', 'hevc_metadata=transfer_characteristics=16', '-color_trc', 'smpte2084'];
  ffmpeg('-i', at('second.mov'), '-c', 'copy', ...colours, ...asPq, at('second-pq.mov'));
  const times = (rounds, name) => ['-stream_loop', String(rounds - 1), '-i', at(name), '-c', 'copy', ...colours];
  ffmpeg(...times(6, 'second.mov'), '-color_trc', 'arib-std-b67', at('hlg.mov'));
  ffmpeg(...times(2, 'second.mov'), '-color_trc', 'arib-std-b67', '-metadata:s:v', 'rotate=90', at('upright.mov'));
  ffmpeg(...times(2, 'second-pq.mov'), '-color_trc', 'smpte2084', at('pq.mov'));
  const h264 = [
    '-c:v',
    'libx264',
    '-preset',
    'superfast',
    '-x264-params',
    'ref=4:bframes=3',
    '-b:v',
    '48M',
    '-g',
    '30',
  ];
  const flat = lavfi(picture('3840:2160', 30, 6, 2, 'yuv420p'), 'sine=f=300:d=2');
  ffmpeg(...flat, ...h264, '-c:a', 'aac', at('two.mp4'));
  ffmpeg('-stream_loop', '4', '-i', at('two.mp4'), '-c', 'copy', at('sdr.mp4'));
  return [
    { name: '4K60 10-bit HLG', path: at('hlg.mov'), transfer: 'arib-std-b67' },
    { name: '4K60 10-bit HLG upright', path: at('upright.mov') },
    { name: '4K60 10-bit PQ', path: at('pq.mov') },
    { name: '4K30 8-bit H.264', path: at('sdr.mp4'), transfer: 'sdr' },
  ];
}

/** The same video as other bytes. */
export function another(clip) {
  return Buffer.concat([clip, Buffer.from('0000001866726565', 'hex'), randomBytes(16)]);
}
