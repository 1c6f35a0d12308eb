export { ConfigError } from './config-error.ts';
export { readConfig, type Config } from './config.ts';
export { createLog } from './log.ts';
export { startServer, type RunningServer } from './server.ts';
