import 'reflect-metadata';
import { viewsOf } from '@portcullis/adapters-persistence/internal/views';
import { useCases } from '@portcullis/application/internal/use-cases';
import { eventTypes } from '@portcullis/domain/internal/events/event-types';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import * as limits from '../config/limits.ts';
import { eventsOf, makeAll, storesOf } from './module-parts.ts';
import { portsOf, type Installation } from './ports.ts';
import type { ResourceModule } from './resource-module.ts';
import type { Services } from './services.ts';
import { settingsOf } from './settings.ts';

/**
 * Builds the services of a process.
 * @throws {ConfigError} if two modules use the same name for a service, or the configuration lacks their variables
 */
export function buildServices(
  opened: Omit<Installation, 'stores' | 'eventTypes'>,
  modules: readonly ResourceModule[] = [],
): Services {
  const stores = storesOf(modules);
  const ownTypes = eventsOf(modules).map(({ type }) => type);
  const installation = { ...opened, stores, eventTypes: [...eventTypes, ...ownTypes] };
  const { reader } = opened.database;
  const views = viewsOf(reader);
  const ports = { ...installation, ...limits, ...settingsOf(opened.config), ...views, ...portsOf(installation, views) };
  let services: Services = { ...ports, ...makeAll(useCases, ports) };
  const add = (own: object): void => {
    const taken = Object.keys(own).find((name) => name in services);
    if (taken !== undefined)
      throw new ConfigError(`Two modules, or a module and the service, use the name '${taken}': rename yours.`);
    services = { ...services, ...own };
  };
  add(variablesOf(opened.config, modules));
  const allViews: object = viewsOf(reader, stores);
  add(Object.fromEntries(Object.keys(stores).map((name) => [name, Reflect.get(allViews, name)])));
  for (const { ports: own = {} } of modules) add(makeAll(own, services));
  for (const { useCases: own = {} } of modules) add(makeAll(own, services));
  return services;
}

/** Returns the values of the variables that modules declare. */
function variablesOf({ ofModules }: Config, modules: readonly ResourceModule[]): Config['ofModules'] {
  const missing = modules.find(({ variables = {} }) => Object.keys(variables).some((key) => !(key in ofModules)));
  if (missing !== undefined)
    throw new ConfigError(`readConfig needs the module ${missing.name}, to read its variables.`);
  return ofModules;
}
