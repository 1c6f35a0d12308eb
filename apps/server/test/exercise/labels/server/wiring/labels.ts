import { resourceModule } from '../../../../../src/index.ts';
import { labelRoutes } from '../../adapters-http/routes/labels.ts';
import { labelStore } from '../../adapters-persistence/labels.ts';
import { createLabel } from '../../application/labels/create-label.ts';
import { deleteLabel } from '../../application/labels/delete-label.ts';
import { updateLabel } from '../../application/labels/update-label.ts';

export const labels = resourceModule({
  stores: { labels: labelStore },
  useCases: { createLabel, updateLabel, deleteLabel },
  routes: [labelRoutes],
});
