/** Identifies a passkey to a browser. */
export interface PasskeyDescriptor {
  readonly id: string;
  readonly type: 'public-key';
  readonly transports: readonly string[];
}

/** The options for `navigator.credentials.get`, in the JSON form of WebAuthn. */
export interface PasskeyRequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  /** In milliseconds. */
  readonly timeout: number;
  readonly userVerification: 'required';
  /** The passkeys that are accepted. If the list is empty, any passkey of the service is accepted. */
  readonly allowCredentials: readonly PasskeyDescriptor[];
}

/** The options for `navigator.credentials.create`, in the JSON form of WebAuthn. */
export interface PasskeyCreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly type: 'public-key'; readonly alg: number }[];
  /** In milliseconds. */
  readonly timeout: number;
  readonly excludeCredentials: readonly PasskeyDescriptor[];
  readonly authenticatorSelection: {
    readonly residentKey: 'required';
    readonly requireResidentKey: true;
    readonly userVerification: 'required';
  };
  readonly attestation: 'none';
}
