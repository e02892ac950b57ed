/** Hidden field that tells password managers which account a form belongs to. */
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
