import type { Schemas } from '@portcullis/client';
import type { FunctionComponent } from 'preact';
import { textOf, translated } from '../../language/module-texts.ts';
import type { Screen, ScreenProps } from '../../navigation/screens.tsx';
import { modulePathOf, type ModuleResource } from '../../resources/modules.ts';
import { declaredOperation, moduleParts } from '../../session/session.ts';

/** The screens of a resource: its list, and the page of an entry. */
function screensOf(resource: ModuleResource): readonly Screen[] {
  const { title, operations } = resource;
  const path = modulePathOf(resource);
  return [
    {
      path,
      title: () => textOf(title),
      group: 'content',
      icon: 'mdi:puzzle-outline',
      anyOf: [declaredOperation(operations.list)],
      load: async () => (await import('./entries.tsx')).entriesOf(resource),
    },
    {
      path: `${path}/:id`,
      anyOf: [declaredOperation(operations.get)],
      load: async () => (await import('./entry.tsx')).entryOf(resource),
    },
  ];
}

const isComponent = (value: unknown): value is FunctionComponent<ScreenProps> => typeof value === 'function';

/** Loads the code of a screen, which the service serves as a file of the console. */
async function componentIn(script: string): Promise<FunctionComponent<ScreenProps>> {
  const { default: component }: { readonly default?: unknown } = await import(script);
  if (isComponent(component)) return component;
  throw new TypeError(`The default export of ${script} must be the component of a screen.`);
}

const codedScreenOf = ({ path, title, anyOf, script }: Schemas['ConsoleParts']['screens'][number]): Screen => ({
  path: modulePathOf({ path }),
  group: 'content',
  icon: 'mdi:puzzle-outline',
  ...(title !== null && { title: () => textOf(title) }),
  anyOf: anyOf.map(declaredOperation),
  load: () => componentIn(script),
});

/** The screen that shows how the resources of modules are defined. */
const resourcesScreen: Screen = {
  path: '/resources',
  title: () => translated(['Resources', '资源']),
  isInNavigation: () => moduleParts.value.resources.length > 0,
  group: 'service',
  icon: 'mdi:puzzle-outline',
  anyOf: ['listPermissions'],
  load: async () => (await import('./resources.tsx')).Resources,
};

/** The screens of modules. A screen with code of its own replaces the one that the console would make for its path. */
export function moduleScreens(): readonly Screen[] {
  const { screens, resources } = moduleParts.value;
  const coded = screens.map(codedScreenOf);
  const paths = new Set(coded.map(({ path }) => path));
  return [...coded, ...resources.flatMap(screensOf).filter(({ path }) => !paths.has(path)), resourcesScreen];
}
