import { typeormUnitOfWork, viewsOf } from '@portcullis/adapters-persistence';
import { CLOCK, IDS, resourceModule, port, useCase, resolvePort } from '../../../../../src/index.ts';
import { labelRoutes } from '../../adapters-http/routes/labels.ts';
import { labelStore } from '../../adapters-persistence/labels.ts';
import { createLabel } from '../../application/labels/create-label.ts';
import { deleteLabel } from '../../application/labels/delete-label.ts';
import { updateLabel } from '../../application/labels/update-label.ts';
import type { LabelViews, LabelWork } from '../../application/ports/labels.ts';

const stores = { labels: labelStore };

const LABEL_WORK = port<LabelWork>('label UnitOfWork', ({ database }) => typeormUnitOfWork(database, stores));
const LABEL_VIEWS = port<LabelViews>('LabelViews', ({ database }) => viewsOf(database.reader, stores).labels);

const work = LABEL_WORK;

export const labels = resourceModule(
  {
    createLabel: useCase(createLabel, { work, clock: CLOCK, ids: IDS }),
    updateLabel: useCase(updateLabel, { work, clock: CLOCK }),
    deleteLabel: useCase(deleteLabel, { work }),
  },
  (use, from) => labelRoutes({ ...use, labels: resolvePort(from, LABEL_VIEWS) }),
  { ports: [LABEL_WORK, LABEL_VIEWS], stores },
);
