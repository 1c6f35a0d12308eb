import { resourceModule } from '../../../../../src/index.ts';
import { labelRoutes } from '../../adapters-http/routes/labels.ts';
import { labelStore } from '../../adapters-persistence/labels.ts';
import { createLabel, deleteLabel, updateLabel } from '../../application/labels/labels.ts';
import { labelEvents } from '../../domain/label.ts';

export const labels = resourceModule({
  name: 'acme.labels',
  events: labelEvents,
  stores: { labels: labelStore },
  useCases: { createLabel, updateLabel, deleteLabel },
  routes: [labelRoutes],
});
