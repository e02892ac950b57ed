/** Ends a document of pdfkit and returns its bytes. */
export async function pdfBytes(document: PDFKit.PDFDocument): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const whole = new Promise<void>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', resolve);
    document.on('error', reject);
  });
  document.end();
  await whole;
  return Buffer.concat(pieces);
}
