import { reservedMegabytes, settingsOf } from '@portcullis/adapters-markdown';
import { compose, pods } from './parts.ts';
import { when, type DeploymentRule } from './schemas.ts';

/** Conversions of Markdown that run at the same time in a server of two CPUs: one for small and one for large documents. */
const conversionThreads = 2;
/** The most memory that a server uses, in megabytes, under any load. */
const neededMegabytes = reservedMegabytes + conversionThreads * settingsOf({}).heapMegabytes;

const megabytesOf = (quantity: string | undefined): number => {
  const [, count, unit = ''] = /^(\d+)(Mi|Gi|m|g)$/.exec(quantity ?? '') ?? [];
  return Number(count ?? 0) * (unit.toLowerCase().startsWith('g') ? 1024 : 1);
};

/**
 * Every container has a limit. A server's limit covers what the code may use, because the kernel kills a container that
 * exceeds its limit.
 */
export const memory: DeploymentRule = (files) => {
  const limits = [
    ...pods(files).flatMap(({ name, pod }) =>
      pod.containers.map(({ resources }) => ({
        name: `deploy/kubernetes, ${name}`,
        serves: name === 'Deployment',
        limit: resources?.limits?.['memory'],
      })),
    ),
    ...Object.entries(compose(files).services).map(([name, { mem_limit: limit }]) => ({
      name: `compose.yaml, ${name}`,
      serves: name.startsWith('server'),
      limit,
    })),
  ];
  return limits.flatMap(({ name, serves, limit }) => [
    ...when(megabytesOf(limit) === 0, `${name}: may take all memory`),
    ...when(
      serves && megabytesOf(limit) < neededMegabytes,
      `${name}: ${limit} are less than the ${neededMegabytes} MB that a server may take`,
    ),
  ]);
};
