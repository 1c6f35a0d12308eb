export { expressGuard, fastifyGuard, honoGuard, koaGuard, nodeGuard } from './adapters.ts';
export type { Caller } from './ask.ts';
export { createGuard, type Check, type Guard, type GuardOptions, type Outcome } from './guard.ts';
