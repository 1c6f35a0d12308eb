import type { Screen } from '../../navigation/screens.ts';
import { modulePathOf, type ModuleResource } from '../../resources/modules.ts';
import { declaredOperation, moduleParts } from '../../session/session.ts';

/** The screens of a resource: its list, and the page of an entry. */
function screensOf(resource: ModuleResource): readonly Screen[] {
  const { title, operations } = resource;
  const path = modulePathOf(resource);
  return [
    {
      path,
      title: [title.en, title.zh],
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

/** The screens of the resources of modules. */
export const moduleScreens = (): readonly Screen[] => moduleParts.value.resources.flatMap(screensOf);
