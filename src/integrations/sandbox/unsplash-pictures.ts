import sharp from 'sharp';

/** A drawn photo of the sandbox. */
export interface DrawnPhoto {
  id: string;
  /** What it shows; searches look here. */
  words: string;
  author: string;
  username: string;
  color: string;
  width: number;
  height: number;
}

const SUBJECTS: readonly [words: string, sky: string, ground: string, figure: string][] = [
  [
    'birthday cake with candles',
    '#f6c9b4',
    '#a3553f',
    '<path d="M420 560h360v180H420z" fill="#fff3e4"/><path d="M420 560q60 60 120 0t120 0 120 0v-40H420z" fill="#d9486b"/><path d="M500 430h16v90h-16zm92 0h16v90h-16zm92 0h16v90h-16z" fill="#5a7fb8"/><circle cx="508" cy="410" r="16" fill="#ffd75e"/><circle cx="600" cy="410" r="16" fill="#ffd75e"/><circle cx="692" cy="410" r="16" fill="#ffd75e"/>',
  ],
  [
    'balloons over a birthday party',
    '#bfe3f2',
    '#6fae8f',
    '<g stroke="#555" stroke-width="4" fill="none"><path d="M430 400q20 160 150 330M600 330v400M780 410q-40 160-160 320"/></g><ellipse cx="430" cy="310" rx="80" ry="100" fill="#e0574f"/><ellipse cx="600" cy="240" rx="80" ry="100" fill="#f2b134"/><ellipse cx="780" cy="320" rx="80" ry="100" fill="#5f7fd1"/>',
  ],
  [
    'flowers on a summer meadow',
    '#d9ecfb',
    '#7aa95c',
    '<g stroke="#3f7337" stroke-width="10"><path d="M420 820V560M600 840V480M790 820V590"/></g><g fill="#f4f0ff"><circle cx="600" cy="410" r="46"/><circle cx="532" cy="470" r="46"/><circle cx="668" cy="470" r="46"/><circle cx="560" cy="545" r="46"/><circle cx="640" cy="545" r="46"/></g><circle cx="600" cy="484" r="42" fill="#f2b134"/><circle cx="420" cy="540" r="66" fill="#d9486b"/><circle cx="790" cy="570" r="66" fill="#e98c3c"/>',
  ],
  [
    'mountains in the evening sun',
    '#f7b27a',
    '#47607d',
    '<path d="M100 740 430 330l190 250 150-180 330 340z" fill="#5d6f92"/><path d="m430 330 70 92-60 30-50-36-34 26z" fill="#fff"/><circle cx="900" cy="260" r="90" fill="#ffe2a8"/>',
  ],
  [
    'the sea and a beach in summer',
    '#a8dcf0',
    '#e8cf9a',
    '<path d="M0 520h1200v170q-150 50-300 0t-300 0-300 0-300 0z" fill="#2f86a8"/><circle cx="950" cy="210" r="90" fill="#fff0b8"/><path d="M330 560l150-330 10 330zm180 0V270l110 290z" fill="#fff"/><path d="M280 580h380l-60 70H330z" fill="#a3553f"/>',
  ],
  [
    'confetti at a wedding',
    '#fbeef2',
    '#d8b7c4',
    '<g><circle cx="300" cy="240" r="22" fill="#d9486b"/><circle cx="520" cy="180" r="18" fill="#f2b134"/><circle cx="760" cy="260" r="22" fill="#5f7fd1"/><circle cx="900" cy="160" r="16" fill="#6fae8f"/><circle cx="420" cy="420" r="18" fill="#6fae8f"/></g><circle cx="540" cy="560" r="110" fill="none" stroke="#c99a2e" stroke-width="26"/><circle cx="680" cy="560" r="110" fill="none" stroke="#e2bb55" stroke-width="26"/>',
  ],
];
const AUTHORS: readonly [author: string, username: string][] = [
  ['Sandbox Sam', 'sandbox-sam'],
  ['Ana Pérez-Liu', 'ana-perez-liu'],
  ['לאה כהן', 'lea-cohen'],
  ['Bo', 'bo'],
];
/** Of each subject, with another size and author. */
const VARIANTS = 8;
const SHAPES = [
  [3000, 2000],
  [2000, 3000],
  [2400, 2400],
] as const;

/** All photos of the sandbox. */
export const DRAWN_PHOTOS: readonly DrawnPhoto[] = SUBJECTS.flatMap(([words, color], subject) =>
  Array.from({ length: VARIANTS }, (_, variant) => {
    const [author, username] = AUTHORS[(subject + variant) % AUTHORS.length] ?? ['', ''];
    const [width, height] = SHAPES[variant % SHAPES.length] ?? SHAPES[0];
    return { id: `drawn-${subject}-${variant}`, words, author, username, color, width, height };
  }),
);

/** A photo as a JPEG; null for an unknown id. @param width in pixels, at most the photo’s own */
export async function drawPhoto(id: string, width: number): Promise<Buffer | null> {
  const photo = DRAWN_PHOTOS.find((each) => each.id === id);
  const [, subject = 0, variant = 0] = id.split('-').map(Number);
  const drawing = SUBJECTS[subject];
  if (!photo || !drawing) return null;
  const [, sky, ground, figure] = drawing;
  const wide = Math.max(16, Math.min(width, photo.width));
  const high = Math.round((wide * photo.height) / photo.width);
  const tilt = (variant - VARIANTS / 2) * 2;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 1200 900" preserveAspectRatio="xMidYMid slice"><rect x="-600" y="-900" width="2400" height="2700" fill="${sky}"/><rect x="-600" y="640" width="2400" height="1200" fill="${ground}"/><g transform="rotate(${tilt} 600 520)">${figure}</g></svg>`;
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: 80 }).toBuffer();
}
