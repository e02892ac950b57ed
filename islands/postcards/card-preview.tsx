import type { Postcard } from '../../src/shared/contracts/postcards.ts';

/** Both sides as they are printed; the dashes mark what is certain to be on the card. */
export function CardPreview({ card: { previewUrl, backUrl, message } }: { card: Postcard }) {
  return (
    <section className="postcard__see" aria-label="Preview">
      <figure className="postcard__side">
        <div className="postcard__paper">
          <img src={previewUrl} width={1000} height={680} alt="The front of the card" />
          <span className="postcard__safe" aria-hidden="true" />
        </div>
        <figcaption className="l-small">Front</figcaption>
      </figure>
      <figure className="postcard__side">
        <div className="postcard__paper">
          <img src={backUrl} width={1000} height={680} alt={`The back of the card, with a QR code. ${message}`} />
          <span className="postcard__safe" aria-hidden="true" />
        </div>
        <figcaption className="l-small">
          Back. What is within the dashes stays when the card is cut. The code opens the film, and never lets anyone
          change it.
        </figcaption>
      </figure>
    </section>
  );
}
