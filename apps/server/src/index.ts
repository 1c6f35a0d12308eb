export { ConfigError } from './config/config-error.ts';
export { readConfig, type Config } from './config/config.ts';
export { createLog } from './observability/log.ts';
export { startServer, type RunningServer } from './server.ts';
