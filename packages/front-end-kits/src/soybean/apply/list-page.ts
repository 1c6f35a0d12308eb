import type { Edit } from '../../apply/plan.ts';

/** The differences between the list pages of users, roles and menus. */
interface ListPage {
  /** The names of the functions that the original page imports, and of those that the changed page imports. */
  readonly imports: readonly [original: string, needed: string];
  /** The `operationId` of the button for adding, and of the button for deleting. */
  readonly operations: readonly [add: string, remove: string];
  /** A part of the original with imports or declarations that become unused, and the text that replaces it. */
  readonly unused: readonly [original: string, left: string];
  /** Imports of further modules of the front end. */
  readonly modules?: string;
  /** Further constants of the page. */
  readonly constants?: string;
}

/** Returns the edits that all three list pages need, so that they call the service and show only permitted buttons. */
export function listPageEdits(page: ListPage): readonly Edit[] {
  const [original, needed] = page.imports;
  const [add, remove] = page.operations;
  const [unused, left] = page.unused;
  return [
    { find: 'NButton, NPopconfirm, NTag', put: 'NButton, NTag' },
    {
      find: `import { ${original} } from '@/service/api';`,
      put: `import { ${needed} } from '@/service/api';`,
    },
    {
      find: `import { $t } from '@/locales';`,
      put: `${page.modules ?? ''}import { $t } from '@/locales';
import { can } from '@/portcullis/can';
import { confirmDelete, removeAll } from '@/portcullis/confirm-delete';
import { textOf } from '@/portcullis/texts';`,
    },
    { find: 'const appStore = useAppStore();', put: `const appStore = useAppStore();${page.constants ?? ''}` },
    { find: unused, put: left },
    {
      find: '@add="handleAdd"',
      put: `:hide-add="!can('${add}')"
          :hide-delete="!can('${remove}')"
          @add="handleAdd"`,
    },
  ];
}

/** Returns the source code of a button in a row. Only users who may call the operation see the button. */
export const rowButton = (operation: string, type: 'primary' | 'error', onClick: string, text: string): string =>
  `{can('${operation}') && (
            <NButton type="${type}" ghost size="small" onClick={() => ${onClick}}>
              {$t('common.${text}')}
            </NButton>
          )}`;

/**
 * Returns source code that deletes rows one after another, and then reads the list again, even if a deletion failed.
 */
export const removeRows = (remove: string): string =>
  `if (await removeAll(rows, ${remove})) await onBatchDeleted();
  else await getData();`;
