import type { IssueAssertion } from '@portcullis/adapters-http/internal/checks/assertions';
import type { TokenKeys } from '@portcullis/adapters-http/internal/checks/access-tokens';
import type { ConsoleRouteDependencies } from '@portcullis/adapters-http/internal/routes/console';
import type { MediaRouteDependencies } from '@portcullis/adapters-http/internal/routes/media/media';
import type { LoadDemo } from '@portcullis/adapters-http/internal/routes/accounts/setup';
import type { Views } from '@portcullis/adapters-persistence/internal/views';
import type { InstallationFinding, SystemState } from '@portcullis/adapters-http/internal/routes/schemas/overview';
import type { useCases } from '@portcullis/application/internal/use-cases';
import type * as limits from '../config/limits.ts';
import type { Made } from './module-parts.ts';
import type { Installation, portsOf } from './ports.ts';
import type { settingsOf } from './settings.ts';

/** Everything that use cases and routes can depend on, by name. */
export type Services = Installation &
  typeof limits &
  ReturnType<typeof settingsOf> &
  Views &
  ReturnType<typeof portsOf> &
  Made<typeof useCases>;

/** Dependencies that only routes can have, from the process that serves them. */
export interface RouteSettings {
  readonly isServing: () => boolean;
  readonly systemState: () => SystemState;
  readonly checkInstallation: () => Promise<readonly InstallationFinding[]>;
  readonly loadDemo: LoadDemo;
  readonly tokenKeys: () => TokenKeys;
  /** Undefined if tokens are signed with a secret. */
  readonly issueAssertion: IssueAssertion | undefined;
}

/** Everything that routes can depend on. */
export type RouteServices = Services &
  RouteSettings &
  ConsoleRouteDependencies &
  Pick<MediaRouteDependencies, 'mediaEntries'>;
