import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AuthenticationAnswer, RegistrationAnswer } from '../../src/shared/contracts/passkeys.ts';

/** What a page hands to `navigator.credentials`, as far as a device looks at it. */
interface Asked {
  challenge?: unknown;
  user?: unknown;
}

/** How an answer differs from a good one. */
export interface Twist {
  origin?: string;
  /** Id of another relying party. */
  party?: string;
  /** False: nobody was asked for a finger, a face or a PIN. */
  isVerified?: boolean;
  counter?: number;
  challenge?: string;
  userHandle?: string;
}

/** A device that holds one passkey, as WebAuthn has it: ES256, no attestation. */
export interface Authenticator {
  create(options: Asked, twist?: Twist): RegistrationAnswer;
  get(options: Asked, twist?: Twist): AuthenticationAnswer;
}

/** @param origin the app's origin, as the browser knows it */
export function newAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let userHandle = '';
  let counter = 0;

  const clientData = (type: string, { challenge }: Asked, twist: Twist) =>
    Buffer.from(JSON.stringify({ type, challenge: twist.challenge ?? challenge, origin: twist.origin ?? origin }));
  const head = { id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform' } as const;

  return {
    create(options, twist = {}) {
      userHandle = String((options.user as { id: string }).id);
      const about = Buffer.concat([
        authenticatorData(origin, counter, 0x40, twist),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey(publicKey),
      ]);
      // { fmt: "none", attStmt: {}, authData: bytes } in CBOR.
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(about),
      ]);
      return {
        ...head,
        response: {
          clientDataJSON: clientData('webauthn.create', options, twist).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(options, twist = {}) {
      counter += 1;
      const client = clientData('webauthn.get', options, twist);
      const about = authenticatorData(origin, counter, 0, twist);
      const signed = Buffer.concat([about, createHash('sha256').update(client).digest()]);
      return {
        ...head,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: about.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: twist.userHandle ?? userHandle,
        },
      };
    },
  };
}

/** Hash of the relying party, flags (present, verified and `more`), counter. */
function authenticatorData(origin: string, counter: number, more: number, twist: Twist): Buffer {
  const party = createHash('sha256').update(twist.party ?? new URL(origin).hostname);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(twist.counter ?? counter);
  const flags = 0x01 | (twist.isVerified === false ? 0 : 0x04) | more;
  return Buffer.concat([party.digest(), Buffer.from([flags]), count]);
}

/** { 1: 2, 3: -7, -1: 1, -2: x, -3: y }: an EC2 key for ES256 on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}
