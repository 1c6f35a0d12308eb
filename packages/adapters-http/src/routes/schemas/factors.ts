import type { AddedPasskey } from '@portcullis/application/internal/auth/factors/add-passkey';
import type { TotpEnrolment } from '@portcullis/application/internal/auth/factors/totp';
import type { FactorView, OwnFactors } from '@portcullis/application/internal/ports/factors';
import { passkeyNameRule } from '@portcullis/domain/internal/accounts/passkey';
import type {
  PasskeyCreationOptions,
  PasskeyDescriptor,
  PasskeyRequestOptions,
} from '@portcullis/domain/internal/shared/passkey-options';
import { userLimits } from '@portcullis/domain/internal/accounts/user';
import * as schema from '../../validation/schema.ts';
import type { Schema } from '../../validation/schema.ts';

const factorSchema = schema.namedObject<FactorView>('Factor', {
  id: schema.withDescription(schema.uuid(), 'The id of the factor.'),
  kind: schema.withDescription(
    schema.oneOf(['totp', 'passkey']),
    'The kind of the factor: `totp` is an authenticator app, and `passkey` is a WebAuthn passkey.',
  ),
  name: schema.withDescription(
    schema.nullable(schema.textOf(passkeyNameRule)),
    'The name of a passkey; null for an authenticator app.',
  ),
  createdAt: schema.withDescription(schema.timestamp, 'When the factor was added, in UTC.'),
  lastUsedAt: schema.withDescription(schema.nullable(schema.timestamp), 'When the factor was last accepted, in UTC.'),
});

/** The factors of the caller (docs/interface.md §4.1). */
export const ownFactorsSchema = schema.namedObject<OwnFactors>('OwnFactors', {
  factors: schema.withDescription(schema.listOf(factorSchema), 'The confirmed factors, oldest first, at most 5.'),
  recoveryCodesLeft: schema.withDescription(schema.count, 'The number of unused recovery codes.'),
});

export const totpEnrolmentSchema = schema.namedObject<TotpEnrolment>('TotpEnrolment', {
  id: schema.withDescription(schema.uuid(), 'The id of the factor.'),
  secret: schema.withDescription(
    schema.text,
    'The secret in base 32, to be typed into the app. Only this response contains the secret.',
  ),
  uri: schema.withDescription(schema.text, 'The secret as an `otpauth:` URI.'),
  qrSvg: schema.withDescription(schema.text, 'The URI as a QR code, an SVG document.'),
});

export const newRecoveryCodesSchema = schema.namedObject<{ readonly recoveryCodes: readonly string[] }>(
  'NewRecoveryCodes',
  {
    recoveryCodes: schema.withDescription(
      schema.listOf(schema.text),
      'The 10 recovery codes. Each code can be used once instead of a code from the app. Only this response contains the codes. Earlier recovery codes stop working.',
    ),
  },
);

const required: Schema<'required'> = schema.oneOf(['required']);
const isTrue: Schema<true> = { type: 'boolean', const: true };
const challenge = schema.withDescription(
  schema.text,
  'The value that the authenticator signs, base64url. It is valid for 5 minutes.',
);
const timeout = schema.withDescription(
  schema.integerFrom(0),
  'How long the browser waits for the user, in milliseconds.',
);

const descriptorSchema = schema.namedObject<PasskeyDescriptor>('PasskeyDescriptor', {
  id: schema.withDescription(schema.text, 'The credential id, base64url.'),
  type: schema.withDescription(schema.oneOf(['public-key']), 'Always `public-key`.'),
  transports: schema.withDescription(
    schema.listOf(schema.text),
    'How browsers reach the authenticator, such as `internal` or `usb`.',
  ),
});

/**
 * The WebAuthn options for using a passkey, in the format that `PublicKeyCredential.parseRequestOptionsFromJSON` reads.
 */
export const passkeyRequestSchema = schema.namedObject<PasskeyRequestOptions>('PasskeyRequestOptions', {
  challenge,
  rpId: schema.withDescription(schema.text, 'The domain to which passkeys belong.'),
  timeout,
  userVerification: schema.withDescription(required, 'The authenticator must verify the person.'),
  allowCredentials: schema.withDescription(
    schema.listOf(descriptorSchema),
    'The passkeys that are accepted; any passkey of the domain if the list is empty.',
  ),
});

/**
 * The WebAuthn options for creating a passkey, in the format that `PublicKeyCredential.parseCreationOptionsFromJSON`
 * reads.
 */
export const passkeyCreationSchema = schema.namedObject<PasskeyCreationOptions>('PasskeyCreationOptions', {
  challenge,
  rp: schema.withDescription(
    schema.object<PasskeyCreationOptions['rp']>({
      id: schema.withDescription(schema.text, 'The domain to which passkeys belong.'),
      name: schema.withDescription(schema.text, 'The name of the service that browsers show.'),
    }),
    'The service.',
  ),
  user: schema.withDescription(
    schema.object<PasskeyCreationOptions['user']>({
      id: schema.withDescription(schema.text, 'The user handle, base64url.'),
      name: schema.withDescription(schema.textOf(userLimits.username), 'The user name.'),
      displayName: schema.withDescription(schema.textOf(userLimits.username), 'The user name.'),
    }),
    'The account of the caller.',
  ),
  pubKeyCredParams: schema.withDescription(
    schema.listOf(
      schema.object<PasskeyCreationOptions['pubKeyCredParams'][number]>({
        type: schema.withDescription(schema.oneOf(['public-key']), 'Always `public-key`.'),
        alg: schema.withDescription(schema.integer, 'The COSE number of an algorithm.'),
      }),
    ),
    'The algorithms that are accepted, the best one first.',
  ),
  timeout,
  excludeCredentials: schema.withDescription(schema.listOf(descriptorSchema), 'The passkeys that the caller has.'),
  authenticatorSelection: schema.withDescription(
    schema.object<PasskeyCreationOptions['authenticatorSelection']>({
      residentKey: schema.withDescription(
        required,
        'The authenticator must be able to find the passkey without its id.',
      ),
      requireResidentKey: schema.withDescription(isTrue, 'The same requirement as `residentKey`, for older browsers.'),
      userVerification: schema.withDescription(required, 'The authenticator must verify the person.'),
    }),
    'What the authenticator must be able to do.',
  ),
  attestation: schema.withDescription(
    schema.oneOf(['none']),
    'Always `none`: the service does not ask for the model of the authenticator.',
  ),
});

export const addedPasskeySchema = schema.namedObject<AddedPasskey>('AddedPasskey', {
  id: schema.withDescription(schema.uuid(), 'The id of the factor.'),
  recoveryCodes: schema.withDescription(
    schema.listOf(schema.text),
    '10 recovery codes if the passkey is the first factor of the account; otherwise empty. Only this response contains the codes.',
  ),
});
