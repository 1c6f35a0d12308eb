import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSite } from './site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
await buildSite(root, join(root, 'dist/site'));
