import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** This file is loaded into a server process before its own code. It collects garbage on a signal, so that live memory can be measured. */
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

// `gc` is called without arguments: if it got the signal's name as an argument, it would collect only the young generation.
process.on('SIGUSR2', () => collect());
