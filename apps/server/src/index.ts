export { ConfigError } from './config/config-error.ts';
export { readConfig, type Config, type MailSettings, type ProviderSettings } from './config/config.ts';
export type { PasskeySettings } from './config/passkey-settings.ts';
export { createLog } from './observability/log.ts';
export { CLOCK, IDS } from './wiring/ports.ts';
export {
  resourceModule,
  port,
  useCase,
  resolvePort,
  type Binding,
  type Installation,
  type ResourceModule,
  type Port,
  type PortResolver,
} from './wiring/dependency-injection.ts';
export { MissingMigrations } from '@portcullis/adapters-persistence';
export { errorMessageFor, type CommandFailure } from './commands/command-failure.ts';
export { migrate } from './wiring/migrate.ts';
export { startServer, type RunningServer } from './server.ts';
