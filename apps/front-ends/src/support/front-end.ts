import type { Browser } from 'playwright-core';
import type { Check } from './checks.ts';
import type { Service } from './service.ts';

/**
 * The environment of a test run: a browser, and the service that the front end uses. The service starts with an empty
 * database.
 */
export interface FrontEndTestContext {
  readonly service: Service;
  readonly browser: Browser;
  readonly check: Check;
}

/** A front end that can be built and tested. */
export interface FrontEnd {
  readonly name: string;
  /**
   * Checks out the sources, applies the changes that the guide in docs/front-ends describes, checks the types and
   * builds.
   * @returns the directory of the build
   */
  readonly build: () => Promise<string>;
  /** Additional environment variables of the service. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The path of the page on which users choose a new password. */
  readonly resetPage: string;
  readonly look: (stage: FrontEndTestContext) => Promise<void>;
}
