import { labels } from './labels/server/modules/labels.ts';
import { notices } from './notices.ts';
import { ownLabels } from './own-labels.ts';

/** The file that the tests pass to `--modules`. */
export const modules = [labels, notices, ownLabels];
