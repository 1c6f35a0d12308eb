export { ConfigError } from './config/config-error.ts';
export { readConfig, type Config } from './config/config.ts';
export { createLog } from './observability/log.ts';
export { CLOCK, IDS } from './wiring/ports.ts';
export {
  noun,
  port,
  useCase,
  valueOf,
  type Binding,
  type Installation,
  type Noun,
  type Port,
  type Provider,
} from './wiring/provide.ts';
export { startServer, type RunningServer } from './server.ts';
