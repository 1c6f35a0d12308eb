import type { AddedPasskey } from '@portcullis/application/internal/auth/factors/add-passkey';
import type { TotpEnrolment } from '@portcullis/application/internal/auth/factors/totp';
import type { FactorView, OwnFactors } from '@portcullis/application/internal/ports/factors';
import { passkeyNameRule } from '@portcullis/domain/internal/passkey';
import type {
  PasskeyCreationOptions,
  PasskeyDescriptor,
  PasskeyRequestOptions,
} from '@portcullis/domain/internal/passkey-options';
import { userLimits } from '@portcullis/domain/internal/user';
import {
  count,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  textOf,
  timestamp,
  uuid,
  withDescription,
  integer,
  integerFrom,
  type Schema,
} from '../../validation/schema.ts';

const factorSchema = named('Factor', () =>
  object<FactorView>({
    id: withDescription(uuid(), 'The id of the factor.'),
    kind: withDescription(
      oneOf(['totp', 'passkey']),
      'The kind of the factor: `totp` is an authenticator app, and `passkey` is a WebAuthn passkey.',
    ),
    name: withDescription(nullable(textOf(passkeyNameRule)), 'The name of a passkey; null for an authenticator app.'),
    createdAt: withDescription(timestamp, 'When the factor was added, in UTC.'),
    lastUsedAt: withDescription(nullable(timestamp), 'When the factor was last accepted, in UTC.'),
  }),
);

/** The factors of the caller (docs/interface.md §4.1). */
export const ownFactorsSchema = named('OwnFactors', () =>
  object<OwnFactors>({
    factors: withDescription(listOf(factorSchema), 'The confirmed factors, oldest first, at most 5.'),
    recoveryCodesLeft: withDescription(count, 'The number of unused recovery codes.'),
  }),
);

export const totpEnrolmentSchema = named('TotpEnrolment', () =>
  object<TotpEnrolment>({
    id: withDescription(uuid(), 'The id of the factor.'),
    secret: withDescription(
      text,
      'The secret in base 32, to be typed into the app. Only this response contains the secret.',
    ),
    uri: withDescription(text, 'The secret as an `otpauth:` URI.'),
    qrSvg: withDescription(text, 'The URI as a QR code, an SVG document.'),
  }),
);

export const newRecoveryCodesSchema = named('NewRecoveryCodes', () =>
  object<{ readonly recoveryCodes: readonly string[] }>({
    recoveryCodes: withDescription(
      listOf(text),
      'The 10 recovery codes. Each code can be used once instead of a code from the app. Only this response contains the codes. Earlier recovery codes stop working.',
    ),
  }),
);

const required: Schema<'required'> = oneOf(['required']);
const isTrue: Schema<true> = { type: 'boolean', const: true };
const challenge = withDescription(
  text,
  'The value that the authenticator signs, base64url. It is valid for 5 minutes.',
);
const timeout = withDescription(integerFrom(0), 'How long the browser waits for the user, in milliseconds.');

const descriptorSchema = named('PasskeyDescriptor', () =>
  object<PasskeyDescriptor>({
    id: withDescription(text, 'The credential id, base64url.'),
    type: withDescription(oneOf(['public-key']), 'Always `public-key`.'),
    transports: withDescription(listOf(text), 'How browsers reach the authenticator, such as `internal` or `usb`.'),
  }),
);

/**
 * The WebAuthn options for using a passkey, in the format that `PublicKeyCredential.parseRequestOptionsFromJSON` reads.
 */
export const passkeyRequestSchema = named('PasskeyRequestOptions', () =>
  object<PasskeyRequestOptions>({
    challenge,
    rpId: withDescription(text, 'The domain to which passkeys belong.'),
    timeout,
    userVerification: withDescription(required, 'The authenticator must verify the person.'),
    allowCredentials: withDescription(
      listOf(descriptorSchema),
      'The passkeys that are accepted; any passkey of the domain if the list is empty.',
    ),
  }),
);

/**
 * The WebAuthn options for creating a passkey, in the format that `PublicKeyCredential.parseCreationOptionsFromJSON`
 * reads.
 */
export const passkeyCreationSchema = named('PasskeyCreationOptions', () =>
  object<PasskeyCreationOptions>({
    challenge,
    rp: withDescription(
      object<PasskeyCreationOptions['rp']>({
        id: withDescription(text, 'The domain to which passkeys belong.'),
        name: withDescription(text, 'The name of the service that browsers show.'),
      }),
      'The service.',
    ),
    user: withDescription(
      object<PasskeyCreationOptions['user']>({
        id: withDescription(text, 'The user handle, base64url.'),
        name: withDescription(textOf(userLimits.username), 'The user name.'),
        displayName: withDescription(textOf(userLimits.username), 'The user name.'),
      }),
      'The account of the caller.',
    ),
    pubKeyCredParams: withDescription(
      listOf(
        object<PasskeyCreationOptions['pubKeyCredParams'][number]>({
          type: withDescription(oneOf(['public-key']), 'Always `public-key`.'),
          alg: withDescription(integer, 'The COSE number of an algorithm.'),
        }),
      ),
      'The algorithms that are accepted, the best one first.',
    ),
    timeout,
    excludeCredentials: withDescription(listOf(descriptorSchema), 'The passkeys that the caller has.'),
    authenticatorSelection: withDescription(
      object<PasskeyCreationOptions['authenticatorSelection']>({
        residentKey: withDescription(required, 'The authenticator must be able to find the passkey without its id.'),
        requireResidentKey: withDescription(isTrue, 'The same requirement as `residentKey`, for older browsers.'),
        userVerification: withDescription(required, 'The authenticator must verify the person.'),
      }),
      'What the authenticator must be able to do.',
    ),
    attestation: withDescription(
      oneOf(['none']),
      'Always `none`: the service does not ask for the model of the authenticator.',
    ),
  }),
);

export const addedPasskeySchema = named('AddedPasskey', () =>
  object<AddedPasskey>({
    id: withDescription(uuid(), 'The id of the factor.'),
    recoveryCodes: withDescription(
      listOf(text),
      '10 recovery codes if the passkey is the first factor of the account; otherwise empty. Only this response contains the codes.',
    ),
  }),
);
