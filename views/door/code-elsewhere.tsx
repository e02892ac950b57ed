/** Shown in the browser that requested a link: the code to type if the mail is read on another device. */
export function CodeElsewhere({ code }: { code: string }) {
  return (
    <div className="door__elsewhere">
      <p>Reading the email on another device? Enter this code there:</p>
      <p className="door__code">{inPairs(code)}</p>
      <p className="l-small">Don’t share it with anyone: we never ask for it by phone or email.</p>
    </div>
  );
}

/** "48 21 07": easier to copy from screen to screen. */
function inPairs(code: string): string {
  return code.replace(/\d{2}(?=\d)/g, '$& ');
}
