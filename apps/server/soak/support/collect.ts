import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded into a server process before its own code: collects garbage when told to, so that what is left can be measured. */
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

// Called with the name of the signal it would collect the young generation alone.
process.on('SIGUSR2', () => collect());
