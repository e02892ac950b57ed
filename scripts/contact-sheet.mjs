import sharp from 'sharp';

/** Pixels between pictures, and around them. */
const GAP = 12;

/**
 * Writes rows of pictures of one size below each other into one PNG.
 *
 * @param {string} file
 * @param {Buffer[][]} rows
 * @param {{ width: number, height: number }} cell
 */
export async function writeContactSheet(file, rows, cell) {
  const place = (index, size) => GAP + index * (size + GAP);
  await sharp({
    create: {
      width: place(Math.max(...rows.map((row) => row.length)), cell.width),
      height: place(rows.length, cell.height),
      channels: 3,
      background: '#2b2b2b',
    },
  })
    .composite(
      rows.flatMap((row, y) =>
        row.map((input, x) => ({ input, left: place(x, cell.width), top: place(y, cell.height) })),
      ),
    )
    .png()
    .toFile(file);
  console.log(file);
}
