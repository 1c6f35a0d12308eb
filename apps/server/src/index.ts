export { ConfigError } from './config/config-error.ts';
export {
  readConfig,
  type Config,
  type MailSettings,
  type ProviderSettings,
  type ReadConfigOptions,
} from './config/config.ts';
export * as variable from './config/variable.ts';
export type { PasskeySettings } from './config/passkey-settings.ts';
export { createLog } from './observability/log.ts';
export type { Installation } from './wiring/ports.ts';
export { defineResource, type DefinedResource, type ResourceDefinition } from './modules/define-resource.ts';
export { resourceModule, type ResourceModule } from './wiring/resource-module.ts';
export type { Services } from './wiring/services.ts';
export type { CommandCall, ModuleCommand } from './wiring/module-parts.ts';
export { migration } from '@portcullis/adapters-persistence';
export { MissingMigrations } from '@portcullis/adapters-persistence/internal/migrate';
export { errorMessageFor, type CommandFailure } from './commands/command-failure.ts';
export { migrate } from './wiring/database.ts';
export { startServer, type RunningServer, type ServerOptions } from './server.ts';
