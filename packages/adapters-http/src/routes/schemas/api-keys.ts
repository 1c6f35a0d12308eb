import type { ApiKeyWithSecret } from '@portcullis/application/internal/api-keys/create-api-key';
import { apiKeyLimits, type ApiKeyView } from '@portcullis/domain/internal/accounts/api-key';
import { permissionLimits } from '@portcullis/domain/internal/roles/permission';
import { userKinds, userLimits } from '@portcullis/domain/internal/accounts/user';
import { TextList } from '../../validation/fields.ts';
import * as schema from '../../validation/schema.ts';
import type { Fields } from '../../validation/schema.ts';
import { acceptedBy } from '../../validation/json-schema.ts';

const limits = apiKeyLimits;

export const apiKeyFields: Fields<Omit<ApiKeyView, 'createdAt' | 'updatedAt'>> = {
  id: schema.withDescription(schema.uuid(), 'The id of the key.'),
  owner: schema.withDescription(
    schema.object<ApiKeyView['owner']>({
      id: schema.withDescription(schema.uuid(), 'The id of the user.'),
      username: schema.withDescription(schema.textOf(userLimits.username), 'The user name.'),
      kind: schema.withDescription(schema.oneOf(userKinds), 'PERSON, or SERVICE for a service account.'),
    }),
    'The user whose rights the key has.',
  ),
  name: schema.withDescription(schema.textOf(limits.name), 'The name of the key.'),
  permissions: schema.withDescription(
    {
      ...schema.listOf(schema.textOf(permissionLimits.code)),
      [acceptedBy]: TextList(permissionLimits.code, limits.permissions),
    },
    'The codes of the permissions that the key can use. The key has only those of them that its owner holds.',
    'Default: none.',
  ),
  readOnly: schema.withDescription(schema.flag, 'Whether the key can only read (GET).', 'Default: false.'),
  allowedAddresses: schema.withDescription(
    {
      ...schema.listOf(schema.textOf(limits.allowedAddress)),
      [acceptedBy]: TextList(limits.allowedAddress, limits.allowedAddresses),
    },
    'The IP addresses and ranges, such as `192.0.2.0/24`, from which the key can be used. Empty: from every address.',
    'Default: none.',
  ),
  hasFactor: schema.withDescription(
    schema.flag,
    'Whether the key was created in a session with a second factor. Only then, it gives permissions of roles with `requiresFactor`. Always false for a key of a service account.',
  ),
  issuedAt: schema.withDescription(schema.timestamp, 'When the present secret was created.'),
  expiresAt: schema.withDescription(schema.timestamp, 'When the key stops working.'),
  lastUsedAt: schema.withDescription(
    schema.nullable(schema.timestamp),
    'When the key was last used, to the minute; null if it was never used.',
  ),
};

/** An API key (docs/interface.md §4.11). */
export const apiKeySchema = schema.namedObject<ApiKeyView>('ApiKey', { ...apiKeyFields, ...schema.timestamps });

/** A key with its text. */
export const apiKeySecretSchema = schema.namedObject<ApiKeyWithSecret>('ApiKeySecret', {
  apiKey: schema.withDescription(apiKeySchema, 'The key.'),
  key: schema.withDescription(
    schema.text,
    'The text of the key, for the header `Authorization: Bearer`. Only this response contains it. It consists of `ptc_`, the id of the key in 22 letters and digits, `_`, a secret in 43 letters and digits (256 random bits), and a checksum in 6: the CRC-32 of everything before it, in the digits 0-9, A-Z, a-z. A scanner can therefore recognise a key without asking the service.',
  ),
});
