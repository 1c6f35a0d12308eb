// Stops `npm run portcullis` with an explanation if the service has not been compiled.
import { existsSync } from 'node:fs';

if (!existsSync(new URL('../apps/server/dist/src/cli.js', import.meta.url))) {
  process.stderr.write('Portcullis is not built yet. Run: npm run build:start\n');
  process.exitCode = 1;
}
