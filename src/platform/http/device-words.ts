import Bowser from 'bowser';

const KINDS: Record<string, string> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer', tv: 'TV' };

/** Readable browser and device: "Chrome 131 on Android 14, phone"; empty if unknown. */
export function deviceInWords(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 500));
  const program = join(browser.name, browser.version?.split('.')[0]);
  const system = join(os.name, os.versionName ?? os.version?.split('.').slice(0, 2).join('.'));
  const both = [program, system].filter(Boolean).join(' on ');
  return [both, KINDS[platform.type ?? '']].filter(Boolean).join(', ');
}

function join(...words: (string | undefined)[]): string {
  return words
    .map((word) => (word ?? '').replace(/[^\p{L}\p{N} .+-]/gu, '').slice(0, 40))
    .filter(Boolean)
    .join(' ');
}
