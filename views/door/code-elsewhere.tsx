/** In the browser that asked for a link: what to type where the mail is read on another device. */
export function CodeElsewhere({ code }: { code: string }) {
  return (
    <div className="door__elsewhere">
      <p>Reading the email on another device? Enter this code there:</p>
      <p className="door__code">{inPairs(code)}</p>
      <p className="l-small">Don’t share it with anyone: we never ask for it by phone or email.</p>
    </div>
  );
}

/** "48 21 07": easier to carry from one screen to another. */
function inPairs(code: string): string {
  return code.replace(/\d{2}(?=\d)/g, '$& ');
}
