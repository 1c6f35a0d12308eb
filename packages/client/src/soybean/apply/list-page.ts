import type { Edit } from '../../apply/plan.ts';

/** What distinguishes the list pages of users, roles and menus. */
interface ListPage {
  /** The functions that the original imports, and those that the page needs as well. */
  readonly imports: readonly [original: string, needed: string];
  /** The names in `needs` that adding and deleting require. */
  readonly needs: readonly [add: string, remove: string];
  /** The part of the original that imports or declares what is unused afterwards, and what stays of it. */
  readonly unused: readonly [original: string, left: string];
  /** Further modules of the front end that the page imports. */
  readonly modules?: string;
  /** Further constants of the page. */
  readonly constants?: string;
}

/** The edits that the three list pages share: they call the service, and show only the buttons that the user may use. */
export function listPageEdits(page: ListPage): readonly Edit[] {
  const [original, needed] = page.imports;
  const [add, remove] = page.needs;
  const [unused, left] = page.unused;
  return [
    { find: 'NButton, NPopconfirm, NTag', put: 'NButton, NTag' },
    {
      find: `import { ${original} } from '@/service/api';`,
      put: `import { needs } from '@portcullis/client/soybean';
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

/** The button of a row, for those who may use it. */
export const rowButton = (need: string, type: 'primary' | 'error', onClick: string, text: string): string =>
  `{hasAuth(needs.${need}) && (
            <NButton type="${type}" ghost size="small" onClick={() => ${onClick}}>
              {$t('common.${text}')}
            </NButton>
          )}`;

/** The function of a page that deletes rows one after another. It reads the list again, also if one could not be deleted. */
export const removeRows = (remove: string): string =>
  `if (await removeAll(rows, ${remove})) await onBatchDeleted();
  else await getData();`;
