import { ownLabels } from './own-labels.ts';
import { projects } from './projects.ts';

/** The resources of this service. The commands get this list with --modules. */
export const modules = [projects, ownLabels];
