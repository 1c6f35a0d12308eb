import { revisionRoutes } from '@portcullis/adapters-http';
import {
  compareRevisions,
  listRevisions,
  readRevision,
  removeOldRevisions,
  restoreContent,
} from '@portcullis/application';
import { CONTENT_VIEWS, REVISION_RETENTION, REVISION_VIEWS, TEXT_COMPARER, WORK } from './ports.ts';
import { resourceModule, useCase } from './dependency-injection.ts';
import { convertDependencies } from './shared-dependencies.ts';

const revisionsOnly = { revisions: REVISION_VIEWS };

export const revisions = resourceModule(
  {
    listRevisions: useCase(listRevisions, { ...revisionsOnly, contents: CONTENT_VIEWS }),
    readRevision: useCase(readRevision, revisionsOnly),
    compareRevisions: useCase(compareRevisions, { ...revisionsOnly, comparer: TEXT_COMPARER }),
    restoreContent: useCase(restoreContent, { ...convertDependencies, ...revisionsOnly }),
    removeOldRevisions: useCase(removeOldRevisions, { work: WORK, retention: REVISION_RETENTION }),
  },
  revisionRoutes,
);
