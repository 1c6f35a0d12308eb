import type { Change } from '../../apply/plan.ts';

/**
 * The changes that all three management pages need, such as hiding buttons that the user may not use. Also removes the
 * modules of the home page that show invented numbers.
 */
export const management: readonly Change[] = [
  {
    file: 'src/components/advanced/table-header-operation.vue',
    edits: [
      {
        find: '  loading?: boolean;\n}\n',
        put: `  loading?: boolean;
  /** True if the user may not add rows. */
  hideAdd?: boolean;
  /** True if the user may not delete rows. */
  hideDelete?: boolean;
}
`,
      },
      {
        find: '<NButton size="small" ghost type="primary" @click="add">',
        put: '<NButton v-if="!hideAdd" size="small" ghost type="primary" @click="add">',
      },
      {
        // The confirmation moves to the pages, because only the pages have the names of the selected rows.
        find: '<NPopconfirm @positive-click="batchDelete">',
        until: '</NPopconfirm>',
        put: `<NButton v-if="!hideDelete" size="small" ghost type="error" :disabled="disabledDelete" @click="batchDelete">
        <template #icon>
          <icon-ic-round-delete class="text-icon" />
        </template>
        {{ $t('common.batchDelete') }}
      </NButton>`,
      },
    ],
  },
  ...['card-data', 'creativity-banner', 'header-banner', 'line-chart', 'pie-chart', 'project-news'].map((name) => ({
    // These modules show invented numbers.
    file: `src/views/home/modules/${name}.vue`,
    remove: '<script setup',
  })),
];
