import { subjectTypes } from '@portcullis/domain/internal/events/event-types';
import { satisfies, validRange } from 'semver';
import { ConfigError } from '../config/config-error.ts';
import { variables as ownVariables } from '../config/variables.ts';
import { version } from '../config/version.ts';
import type { ResourceModule } from './resource-module.ts';

const nameForm = /^([a-z]+)\.[a-z][A-Za-z]*$/;

/**
 * Checks that modules fit this version of the service, and that all their names begin with a prefix of their own, so
 * that no name of a later version of the service collides with them.
 * @throws {ConfigError} with one line that names the module
 */
export function checkModules(modules: readonly ResourceModule[]): void {
  for (const [index, module] of modules.entries()) {
    const fault = faultOf(module) ?? (isNamed(modules.slice(0, index), module) ? 'is listed twice' : undefined);
    if (fault !== undefined) throw new ConfigError(`The module ${module.name} ${fault}.`);
  }
}

const isNamed = (modules: readonly ResourceModule[], { name }: ResourceModule): boolean =>
  modules.some((other) => other.name === name);

/** Returns the rest of a sentence that begins with the name of the module; undefined if nothing is wrong. */
function faultOf({
  name,
  fits,
  variables = {},
  events = {},
  stores = {},
  console = {},
  commands = {},
}: ResourceModule): string | undefined {
  const [, prefix] = nameForm.exec(name ?? '') ?? [];
  if (prefix === undefined) return 'needs a name with a prefix in lower case, such as acme.labels';
  if (subjectTypes.some((type) => type.split('.')[0] === prefix)) return `uses the prefix ${prefix} of the service`;
  if (fits !== undefined && validRange(fits) === null) return `needs a semver range in \`fits\`, not '${fits}'`;
  if (fits !== undefined && !satisfies(version, fits, { includePrerelease: true }))
    return `fits Portcullis ${fits}, but this is ${version}`;
  const event = Object.values(events)
    .map(({ type }) => type)
    .find((type) => !type.startsWith(`${prefix}.`));
  if (event !== undefined) return `has the event ${event}, whose type must begin with '${prefix}.'`;
  const table = Object.values(stores)
    .flatMap((store) => store.table?.options.name ?? [])
    .find((each) => !each.startsWith(`${prefix}_`));
  if (table !== undefined) return `has the table ${table}, whose name must begin with ${prefix}_`;
  const screen = (console.screens ?? []).find(({ path }) => !path.startsWith(`/${prefix}/`));
  if (screen !== undefined) return `has the console screen ${screen.path}, whose path must begin with /${prefix}/`;
  const command = Object.keys(commands).find((each) => !each.startsWith(`${prefix}.`) || !nameForm.test(each));
  if (command !== undefined) return `has the command ${command}, whose name must be ${prefix}. and a word`;
  const names = Object.values(variables).map((each) => each.name);
  const variable = names.find((each) => !each.startsWith(`${prefix.toUpperCase()}_`) || isBuiltIn(each));
  if (variable !== undefined)
    return `has the variable ${variable}, whose name must begin with ${prefix.toUpperCase()}_`;
  return undefined;
}

const isBuiltIn = (name: string): boolean => Object.values(ownVariables).some((own) => own.name === name);
