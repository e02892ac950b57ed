/** Tells a password manager whose password a form is about; nobody sees it. */
export function UserName({ email }: { email: string }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      hidden
      tabIndex={-1}
      aria-label="Email"
    />
  );
}
