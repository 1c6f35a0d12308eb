import { parentPort, workerData } from 'node:worker_threads';
import { html } from './convert.ts';

parentPort?.postMessage(html(String(workerData)).length);
