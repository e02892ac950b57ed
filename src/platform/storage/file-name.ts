/** A name that all file systems take; may be empty. */
export function fileNameOf(name: string): string {
  return [
    ...name
      .normalize('NFC')
      .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, ' ')
      .replace(/\s+/g, ' '),
  ]
    .slice(0, 60)
    .join('')
    .replace(/[. ]+$/, '')
    .trim();
}
