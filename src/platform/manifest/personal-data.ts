/**
 * A feature's part of the data export: at once, or streamed if it can be large. No keys or hashes, and no data of other
 * people.
 */
export type ExportSection = (userId: string) => Promise<unknown> | AsyncIterable<unknown>;

/** The deleted account. */
export interface PurgedPerson {
  userId: string;
  /** Null if the address was never confirmed. */
  confirmedEmail: string | null;
}

/** Data given with an email address and no account. Only the user who confirmed the address may export or delete it. */
export interface AddressHolder {
  export(email: string): Promise<object[]> | AsyncIterable<object>;
  /** Idempotent. */
  forget(email: string): Promise<void>;
}

/** How stored personal data is found for export and deletion. */
export type Keeping =
  /** By account id: in this section of the export, deleted with the account. */
  | { by: 'account'; section: string }
  /** By confirmed address. */
  | { by: 'address'; holder: string }
  /** Not the user's to export or delete. */
  | { by: 'nobody'; why: string };

export const byAccount = (section: string): Keeping => ({ by: 'account', section });
export const byAddress = (holder: string): Keeping => ({ by: 'address', holder });
export const exempt = (why: string): Keeping => ({ by: 'nobody', why });

/** A feature's part of data export and account deletion. */
export interface AccountDataPart {
  /** Fields with addresses, telephone numbers and names, by `collection.path`. A test compares it with all schemas. */
  fields?: Readonly<Record<string, Keeping>>;
  /** Sections of the data export, by name. */
  export?: Readonly<Record<string, ExportSection>>;
  /** Each adds a section `NAMEWithYourAddress`, and erases the address with the account. */
  addresses?: Readonly<Record<string, AddressHolder>>;
  /** Erases a user's data. Called from right to left. Idempotent. */
  purge?(person: PurgedPerson): Promise<void>;
}
