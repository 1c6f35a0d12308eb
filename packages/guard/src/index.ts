export { expressGuard, fastifyGuard, honoGuard, koaGuard, nodeGuard } from './adapters.ts';
export { createGuard, type Caller, type Check, type Guard, type GuardOptions, type Outcome } from './guard.ts';
