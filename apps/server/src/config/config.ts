import type { SignInPages } from '@portcullis/adapters-http/internal/routes/accounts/sign-ins';
import { accountErrors } from '@portcullis/adapters-http/internal/validation/accounts';
import type { IdentityProvider } from '@portcullis/application/internal/ports/identity-providers';
import { passwordError, passwordMaxLength } from '@portcullis/domain/internal/accounts/password';
import { userLimits } from '@portcullis/domain/internal/accounts/user';
import { usernameError } from '@portcullis/domain/internal/names/username';
import { ConfigError } from './config-error.ts';
import { passwordCost, type PasswordCost } from './limits.ts';
import { passkeySettings, type PasskeySettings } from './passkey-settings.ts';
import { passwordPolicy } from './password-policy.ts';
import { checkSigningKeys, signingKeyTexts } from './signing-keys.ts';
import { type ValuesOf, type Variables } from './variable.ts';
import { readVariables, secretsIn, type Environment } from './read-variables.ts';
import { isProtected, providerVariables, signingSecret, variables } from './variables.ts';

/** The configuration: the values of the variables, and the settings that follow from several of them. */
export interface Config extends ValuesOf<typeof variables> {
  /** How mails are sent; if `undefined`, requests that need a mail are refused. */
  readonly mail: MailSettings | undefined;
  /** The OpenID Connect providers at which users can sign in. */
  readonly providers: readonly ProviderSettings[];
  readonly signInPages: SignInPages;
  /** The domain and the pages for which passkeys work; if `undefined`, requests for passkeys are refused. */
  readonly passkeys: PasskeySettings | undefined;
  /**
   * The base URL of the site that shows the contents, and the path of a content below it. If `undefined`, there are no
   * feeds.
   */
  readonly feedSite: { readonly publicUrl: string; readonly contentUrlTemplate: string } | undefined;
  /** The cost of new password hashes. Tests that hash many passwords reduce it. */
  readonly passwordCost: PasswordCost;
  /** The secrets in the variables, which the log hides. */
  readonly secrets: readonly string[];
  /** The values of the variables that modules declare, by the keys of their tables. */
  readonly ofModules: Readonly<Record<string, unknown>>;
}

/** The choice of variables that `readConfig` reads and requires. */
export interface ReadConfigOptions {
  /** Whether the variables that are required only for serving requests must be set. Default: true. */
  readonly serves?: boolean;
  /** The modules whose variables are read too. */
  readonly modules?: readonly { readonly name?: string; readonly variables?: Variables }[];
}

/** How the service sends mails. */
export interface MailSettings {
  /** The SMTP server; if `undefined`, mails are printed to the terminal. */
  readonly smtpUrl: string | undefined;
  /** The e-mail address of the sender. */
  readonly from: string;
  /** The base URL of the links in mails, without a slash at its end. */
  readonly publicUrl: string;
  /** A folder with mail texts that replace the built-in texts. */
  readonly templates: string | undefined;
}

/** An OpenID Connect provider, and the settings with which this installation is registered as its client. */
export interface ProviderSettings extends IdentityProvider, Omit<ValuesOf<typeof providerVariables>, 'name'> {
  /** The URL to which the provider redirects the browser after the sign-in. */
  readonly redirectUri: string;
}

/**
 * Reads the configuration; an empty variable counts as unset.
 * @throws {ConfigError}
 * @example
 * const config = readConfig({ PORT: '8080' });
 * console.log(config.port); // 8080
 */
export function readConfig(env: Environment, { serves = true, modules = [] }: ReadConfigOptions = {}): Config {
  const values = readVariables(env, variables);
  const { port, corsOrigins, publicUrl, contentUrlTemplate } = values;
  const isProduction = values.environment === 'production';
  checkSigningKeys(values);
  if (serves && isProduction) requireSigningKey(values);
  requireAdministrator(values);
  if (values.mediaStore === 's3' && values.mediaS3Bucket === undefined)
    throw new ConfigError('MEDIA_STORE=s3 needs the name of the bucket in MEDIA_S3_BUCKET.');
  if (values.metricsPort === port && port !== 0) {
    throw new ConfigError(`METRICS_PORT takes a port other than that of PORT, not '${port}'.`);
  }
  const localUrl = isProduction ? undefined : `http://localhost:${port}`;
  return {
    ...values,
    mail: mailSettings(values, localUrl),
    providers: providerSettings(env, values),
    signInPages: {
      origins: [...corsOrigins, ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])],
      isSecure: publicUrl?.startsWith('https:') ?? false,
      logInPage: publicUrl !== undefined && values.console ? `${publicUrl}/admin/` : undefined,
    },
    passkeys: passkeySettings(publicUrl ?? localUrl, corsOrigins),
    feedSite: publicUrl === undefined ? undefined : { publicUrl, contentUrlTemplate },
    passwordCost,
    ofModules: Object.assign({}, ...modules.map((module) => readVariables(env, module.variables ?? {}))),
    secrets: [
      ...secretsIn(env, variables),
      ...modules.flatMap((module) => secretsIn(env, module.variables ?? {})),
      ...values.providerKeys.flatMap((key) => secretsIn(env, providerVariables, providerPrefix(key))),
    ],
  };
}

type Values = ValuesOf<typeof variables>;

function requireSigningKey(values: Values): void {
  const { privateKeys, secrets } = signingKeyTexts(values);
  if (values.databaseUrl === undefined || privateKeys.length > 0 || secrets.length > 0) return;
  throw new ConfigError(`JWT_SECRET takes ${signingSecret.takes}; in production it or JWT_PRIVATE_KEY must be set.`);
}

function requireAdministrator({ adminUsername, adminEmail, adminPassword, passwordMinLength }: Values): void {
  const [error] = accountErrors({ username: adminUsername, email: adminEmail });
  const { min, max, hint } = userLimits.username;
  if (error?.field === 'username' || usernameError(adminUsername) !== undefined) {
    throw new ConfigError(`ADMIN_USERNAME takes ${min} to ${max} ${hint}, not '${adminUsername}'.`);
  }
  if (error?.field === 'email') throw new ConfigError(`ADMIN_EMAIL takes an e-mail address, not '${adminEmail}'.`);
  if (adminPassword !== undefined && passwordError(passwordPolicy(passwordMinLength), adminPassword) !== undefined) {
    throw new ConfigError(
      `ADMIN_PASSWORD takes ${passwordMinLength} to ${passwordMaxLength} characters that are not among the most common passwords.`,
    );
  }
}

/** Returns how mails are sent. An SMTP server has a sender and a public URL, because the variables require both. */
function mailSettings(
  { smtpUrl, mailFrom, mailTemplates, publicUrl }: Values,
  localUrl: string | undefined,
): MailSettings | undefined {
  const linkBase = publicUrl ?? localUrl;
  if (linkBase === undefined || (smtpUrl === undefined && localUrl === undefined)) return undefined;
  return { smtpUrl, from: mailFrom ?? 'portcullis@localhost', publicUrl: linkBase, templates: mailTemplates };
}

const providerPrefix = (key: string): string => `OIDC_${key.toUpperCase().replaceAll('-', '_')}_`;

function providerSettings(env: Environment, { providerKeys, publicUrl }: Values): readonly ProviderSettings[] {
  if (providerKeys.length > 0 && !isProtected(publicUrl ?? '')) {
    throw new ConfigError('OIDC_PROVIDERS needs a PUBLIC_URL with https://, or with http:// on this machine.');
  }
  return providerKeys.map((key) => {
    const { name = key, ...settings } = readVariables(env, providerVariables, providerPrefix(key));
    return { ...settings, key, name, redirectUri: `${publicUrl}/api/auth/oidc/${key}/callback` };
  });
}
