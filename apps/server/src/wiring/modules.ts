import type { ModuleParts } from './dependency-injection.ts';
import { accessModules } from './modules/access.ts';
import { authenticationModules } from './modules/authentication.ts';
import { contentModules } from './modules/contents.ts';
import { integrationModules } from './modules/integration.ts';

/**
 * The resources of the service, roughly in the order of docs/interface.md §4. Use cases and routes get their
 * dependencies by name (services.ts): a use case or a route with a dependency that nothing provides does not compile.
 */
export const modules = [
  ...authenticationModules,
  ...accessModules,
  ...contentModules,
  ...integrationModules,
] as const satisfies readonly ModuleParts[];
