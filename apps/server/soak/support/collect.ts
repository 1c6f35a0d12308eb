import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * A server process loads this file before the code of the server. On SIGUSR2 the process collects its garbage, so that
 * the memory of live objects can be measured.
 */
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

// `gc` is called without arguments: with the name of the signal as an argument it would collect only the young
// generation.
process.on('SIGUSR2', () => collect());
