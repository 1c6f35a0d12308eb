import type { Edit } from '../../apply/plan.ts';

/** The differences between the list pages of users, roles and menus. */
interface ListPage {
  /** The names of the functions that the original page imports, and of those that the changed page imports. */
  readonly imports: readonly [original: string, needed: string];
  /** The properties of the constant `needs` that contain the permission or role for adding and the one for deleting. */
  readonly needs: readonly [add: string, remove: string];
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
  const [add, remove] = page.needs;
  const [unused, left] = page.unused;
  return [
    { find: 'NButton, NPopconfirm, NTag', put: 'NButton, NTag' },
    {
      find: `import { ${original} } from '@/service/api';`,
      put: `import { needs } from '@portcullis/front-end-kits/soybean';
import { ${needed} } from '@/service/api';`,
    },
    {
      find: `import { $t } from '@/locales';`,
      put: `import { useAuth } from '@/hooks/business/auth';
${page.modules ?? ''}import { $t } from '@/locales';
import { confirmDelete, removeAll } from '@/portcullis/confirm-delete';
import { textOf } from '@/portcullis/texts';`,
    },
    {
      find: 'const appStore = useAppStore();',
      put: `const appStore = useAppStore();
const { hasAuth } = useAuth();${page.constants ?? ''}`,
    },
    { find: unused, put: left },
    {
      find: '@add="handleAdd"',
      put: `:add-auth="needs.${add}"
          :delete-auth="needs.${remove}"
          @add="handleAdd"`,
    },
  ];
}

/**
 * Returns the source code of a button in a row. Only users with the permission or role `needs[need]` see the button.
 * @param need a property of `needs` in `soybean/session.ts`, such as `menuUpdate`
 */
export const rowButton = (need: string, type: 'primary' | 'error', onClick: string, text: string): string =>
  `{hasAuth(needs.${need}) && (
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
