import type { OperationId } from '@portcullis/client';
import { translated } from '../../../src/language/module-texts.ts';
import type { Screen } from '../../../src/navigation/screens.tsx';

/** The type of the client contains this operation after `npm run generate`, if the resource is one of the service. */
const listLabels = 'listLabels' as string as OperationId;

/** The screen of the exercise of docs/architecture.md. */
export const labelScreens: readonly Screen[] = [
  {
    path: '/labels',
    title: () => translated(['Labels', '标记']),
    anyOf: [listLabels],
    load: async () => (await import('./labels.tsx')).Labels,
  },
];
