import type { Browser } from 'playwright-core';
import type { Check } from './checks.ts';
import type { Service } from './service.ts';

/** A front end under test: its page is served, and the service behind it has an empty database. */
export interface Stage {
  readonly service: Service;
  readonly browser: Browser;
  readonly check: Check;
}

/** A front end that can be brought, built and looked at. */
export interface FrontEnd {
  readonly name: string;
  /** Checks out the sources, applies the changes of the guide, checks the types and builds. @returns the directory of the build */
  readonly build: () => Promise<string>;
  /** Further variables of the service. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The path of its page for a new password. */
  readonly resetPage: string;
  readonly look: (stage: Stage) => Promise<void>;
}
