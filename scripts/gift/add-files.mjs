import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { nameOf } from './names.mjs';

/**
 * Uploads the files concurrently, each as the contributor it is named after, and orders the clips as on the command
 * line. Prints the server's reason for each refused file, then exits unless `--skip-bad` is given.
 *
 * @param {object} event
 * @param {object} context of `makeGift`
 */
export async function addFiles(event, { shared, options, report, signal, organiser }) {
  const clips = options.files.map((file, index) => {
    const { size } = statSync(file);
    return {
      file,
      size,
      sent: 0,
      filename: basename(file),
      name: nameOf(file, index + 1, shared.NAME_MAX),
      mediaId: null,
    };
  });
  const all = clips.reduce((sum, { size }) => sum + size, 0);
  const waiting = [...clips];
  let refused = 0;

  async function add(clip) {
    const { refusal } = shared.judgeFile({ name: clip.filename, size: clip.size, type: '' });
    if (refusal) throw new Error(refusal.message);
    const onProgress = (sent) => {
      clip.sent = sent;
      const total = clips.reduce((sum, each) => sum + each.sent, 0);
      report.progress(`Uploading: ${shared.bytes(total)} of ${shared.bytes(all)}, ${clip.filename}`);
    };
    const { file, filename, name } = clip;
    const receipt = await organiser.addFile({ event: event.uuid, file, filename, contributor: { name }, onProgress });
    clip.mediaId = receipt.media.id;
    report.say(`uploaded ${filename} (${shared.bytes(clip.size)}) as ${name}’s`);
  }

  async function work() {
    for (let clip = waiting.shift(); clip; clip = waiting.shift()) {
      try {
        await add(clip);
      } catch (error) {
        if (signal.aborted || error.status === 0) throw error;
        refused += 1;
        report.say(`refused  ${clip.filename}: ${error.message}`);
      }
    }
  }

  await Promise.all(Array.from({ length: shared.UPLOAD.parallel }, work));
  if (refused > 0 && !options.skipBad) throw badFiles(refused);
  const mediaIds = [...new Set(clips.map(({ mediaId }) => mediaId).filter((id) => id !== null))];
  if (mediaIds.length === 0) throw new Error('There is no clip to make a film of.');
  await organiser.call(shared.events.orderMedia, { params: { id: event.id }, body: { mediaIds } });
}

/** The error that ends the command after refused files. */
export function badFiles(count) {
  const words = count === 1 ? 'One file was refused' : `${count} files were refused`;
  return new Error(`${words}; see the reason above. Use --skip-bad to leave such files out.`);
}
