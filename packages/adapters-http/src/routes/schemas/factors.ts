import type { FactorView, OwnFactors, TotpEnrolment } from '@portcullis/application';
import { passkeyNameRule } from '@portcullis/domain';
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
