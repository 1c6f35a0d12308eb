import { reservedMegabytes, settingsOf } from '@portcullis/adapters-markdown/internal/options';
import { compose, pods } from './parts.ts';
import { when, type DeploymentRule } from './schemas.ts';

/** Number of concurrent Markdown conversions on two CPUs: one for small and one for large documents. */
const conversionThreads = 2;
/** Maximum memory that a server uses under any load, in megabytes. */
const neededMegabytes = reservedMegabytes + conversionThreads * settingsOf({}).heapMegabytes;

const megabytesOf = (quantity: string | undefined): number => {
  const [, count, unit = ''] = /^(\d+)(Mi|Gi|m|g)$/.exec(quantity ?? '') ?? [];
  return Number(count ?? 0) * (unit.toLowerCase().startsWith('g') ? 1024 : 1);
};

/**
 * Every container has a memory limit. The limit of a server is not below the maximum that the code uses, because the
 * kernel kills a container that exceeds its limit.
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
    ...when(megabytesOf(limit) === 0, `${name}: has no memory limit`),
    ...when(
      serves && megabytesOf(limit) < neededMegabytes,
      `${name}: ${limit} is less than the ${neededMegabytes} MB that a server may use`,
    ),
  ]);
};
