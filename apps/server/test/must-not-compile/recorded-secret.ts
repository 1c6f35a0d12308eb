import { recordedFields } from '@portcullis/domain';

interface Account {
  readonly name: string;
  readonly passwordHash: string;
}

export const right = recordedFields<Account>()('name');
// @ts-expect-error An event must not record a secret.
export const wrong = recordedFields<Account>()('name', 'passwordHash');
