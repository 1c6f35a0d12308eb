import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@portcullis/domain/internal/shared/passkey-options';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The parts of the authenticator's response that a test can replace to make the response invalid. */
interface Changes {
  readonly origin?: string;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly userVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly signWith?: KeyObject;
  readonly attestation?: { readonly format: string; readonly statement: Map<string, unknown> };
}

const flag = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 };

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

export const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** Creates and uses one passkey like a browser with an authenticator (WebAuthn, with ES256). */
export class SoftwareAuthenticator {
  readonly credentialId: Buffer;
  readonly #origin: string;
  readonly #key = newKey();
  #counter = 0;
  #userHandle: string | undefined;

  constructor(origin: string, credentialId = randomBytes(32)) {
    this.#origin = origin;
    this.credentialId = credentialId;
  }

  /** Returns the credential that `navigator.credentials.create` would return for these options. */
  create(options: PasskeyCreationOptions, changes: Changes = {}): object {
    this.#userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.#publicKey()]);
    const authData = Buffer.concat([this.#authData(options.rp.id, changes, flag.hasCredential), credential]);
    const { format = 'none', statement = new Map() } = changes.attestation ?? {};
    const attestation = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.#response({
      clientDataJSON: base64url(this.#clientData('webauthn.create', options.challenge, changes)),
      attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
      transports: ['internal'],
    });
  }

  /** Returns the credential that `navigator.credentials.get` would return for these options. */
  get({ challenge, rpId }: PasskeyRequestOptions, changes: Changes = {}): object {
    this.#counter += 1;
    const authData = this.#authData(rpId, changes, 0);
    const clientData = this.#clientData('webauthn.get', challenge, changes);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), changes.signWith ?? this.#key);
    return this.#response({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      userHandle: changes.userHandle ?? this.#userHandle,
    });
  }

  #response(response: object): object {
    const id = base64url(this.credentialId);
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, changes: Changes): Buffer {
    const { origin = this.#origin, crossOrigin = false, topOrigin } = changes;
    const presented = { type: changes.type ?? type, challenge: changes.challenge ?? challenge };
    return Buffer.from(JSON.stringify({ ...presented, origin, crossOrigin, topOrigin }));
  }

  #authData(rpId: string, changes: Changes, flags: number): Buffer {
    const { userVerified = true, counter = this.#counter } = changes;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flag.userPresent | (userVerified ? flag.userVerified : 0) | flags);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(changes.rpId ?? rpId), rest]);
  }

  /** The public key in COSE form. */
  #publicKey(): Uint8Array {
    const { x = '', y = '' } = this.#key.export({ format: 'jwk' });
    const [es256, ec2, p256] = [-7, 2, 1];
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, ec2],
        [3, es256],
        [-1, p256],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  }
}
