import type { FactorId } from '@portcullis/domain/internal/shared/ids';
import { Describe } from '../../validation/descriptions.ts';
import { IsJson, LongText, Optional, Text, Uuid, When } from '../../validation/fields.ts';
import { DocumentedAs } from '../../validation/service-fields.ts';
import { OwnerBody } from './owner.ts';

/**
 * Allowed length of a token or code, in characters. Every token and code that this service issues is shorter than
 * `max`.
 */
const secretLimits = { min: 1, max: 128 };
const anyCode = 'A code from the authenticator app, or a recovery code.';

export class FactorPath {
  @Uuid() @Describe('The id of the factor.') id!: FactorId;
}

export class LogInWithFactorBody {
  @Text(secretLimits) @Describe('The `challenge` from the login with the password.') challenge!: string;

  @When(({ credential }: Partial<LogInWithFactorBody>, value) => value !== undefined || credential === undefined)
  @Text(secretLimits)
  @Describe(anyCode)
  code?: string;

  @Optional()
  @IsJson()
  @Describe(
    'Required if `code` is missing. The credential from `navigator.credentials.get` for the `passkeyOptions` of the challenge, as returned by its method `toJSON`.',
  )
  credential?: object;
}

export class ConfirmTotpBody extends OwnerBody {
  @Uuid() @Describe('The id of the factor.') id!: FactorId;
  @Text(secretLimits) @Describe('The code that the app shows.') code!: string;
}

export class ReplaceRecoveryCodesBody extends OwnerBody {
  @Text(secretLimits) @Describe(anyCode) code!: string;
}

export class StepUpBody {
  @When(
    ({ code, credential, ticket }: Partial<StepUpBody>, value) =>
      value !== undefined || (code === undefined && credential === undefined && ticket === undefined),
  )
  @LongText()
  @DocumentedAs({ format: 'password' })
  @Describe('The current password, if the account has no second factor.')
  password?: string;

  @Optional() @Text(secretLimits) @Describe(`${anyCode} It can be sent instead of \`password\`.`) code?: string;

  @Optional()
  @IsJson()
  @Describe(
    'The credential from `navigator.credentials.get` for the options of `POST /api/auth/passkey-login/options`, as returned by its method `toJSON`. It can be sent instead of `password` and `code`.',
  )
  credential?: object;

  @Optional()
  @Text(secretLimits)
  @Describe('The ticket of a new sign-in at an identity provider. It can be sent instead of `password`.')
  ticket?: string;

  @When(({ ticket }: Partial<StepUpBody>, value) => value !== undefined || ticket !== undefined)
  @Text(secretLimits)
  @Describe('The secret of the page that began the sign-in. Required with `ticket`.')
  verifier?: string;
}
