import { ConfigError } from './config-error.ts';

/**
 * A package with libraries that few installations need. In a fresh clone, `npm start` installs the packages for mails,
 * buckets and providers only if the environment contains SMTP_URL, MEDIA_S3_BUCKET or OIDC_PROVIDERS, and never installs
 * the package for traces.
 */
export interface OptionalPackage {
  readonly name: string;
  /** The plural noun with which the error message for a missing package begins. */
  readonly users: string;
  /** The npm script that installs and compiles the package. */
  readonly script: string;
}

export const tracingPackage: OptionalPackage = {
  name: '@portcullis/adapters-tracing',
  users: 'Traces',
  script: 'setup:tracing',
};

export const smtpPackage: OptionalPackage = {
  name: '@portcullis/adapters-smtp',
  users: 'Mails to SMTP_URL',
  script: 'setup:mail',
};

export const s3Package: OptionalPackage = {
  name: '@portcullis/adapters-s3',
  users: 'Uploaded files in MEDIA_S3_BUCKET',
  script: 'setup:s3',
};

export const providersPackage: OptionalPackage = {
  name: '@portcullis/adapters-identity',
  users: 'Sign-ins at OIDC_PROVIDERS',
  script: 'setup:providers',
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

/**
 * Imports an optional package. The service is compiled without these packages and their type declarations, so the
 * caller declares the expected exports.
 * @throws {ConfigError} if the package or one of its dependencies is not installed
 */
export async function importOptional<Exports>({ name, users, script }: OptionalPackage): Promise<Exports> {
  try {
    const exports: Exports = await import(name);
    return exports;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new ConfigError(`${users} need packages that are not installed. Install them with: npm run ${script}`);
  }
}
