import { readConfig } from '../../src/config/config.ts';
import type { Variable } from '../../src/config/variable.ts';
import { variables as variableTable } from '../../src/config/variables.ts';
import { environments, filled, gap } from './environments.ts';
import { compose, composePaths, ofKind, textOf } from './parts.ts';
import { when, type DeploymentRule } from './schemas.ts';

const declared: readonly Variable[] = Object.values(variableTable);
const names = new Set(declared.map(({ name }) => name));
const secretNames = new Set(declared.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])));

/** The service or OpenTelemetry reads every variable that the files set. */
export const variables: DeploymentRule = (files) =>
  environments(files).flatMap(({ name, variables: set }) =>
    Object.keys(set)
      .filter((each) => !names.has(each) && !each.startsWith('OTEL_'))
      .map((each) => `${name}: the service does not read ${each}`),
  );

/**
 * Compose passes one file with further variables to the servers. It is not `.env`, which contains the passwords of the
 * owner of the tables and of the superuser.
 */
export const variableFiles: DeploymentRule = (files) =>
  Object.entries(compose(files).services)
    .filter(([name]) => name.startsWith('server'))
    .flatMap(([name, { env_file: passed = [] }]) =>
      when(
        passed.length !== 1 || passed.some(({ path, required }) => path !== 'portcullis.env' || required !== false),
        `compose.yaml, ${name}: portcullis.env is not passed`,
      ),
    );

/** The service accepts all values after the placeholders are replaced. */
export const values: DeploymentRule = (files) =>
  environments(files).flatMap(({ name, variables: set, serves }) => {
    try {
      readConfig(filled(set), { serves });
      return [];
    } catch (error) {
      return [`${name}: ${error instanceof Error ? error.message : ''}`];
    }
  });

/**
 * Every secret in the files is a placeholder, no ConfigMap contains a secret variable, and a server in Kubernetes does
 * not start with the placeholders.
 */
export const secrets: DeploymentRule = (files) => [
  ...ofKind(files, 'ConfigMap').flatMap(({ metadata, data = {} }) =>
    Object.keys(data)
      .filter((key) => secretNames.has(key))
      .map((key) => `ConfigMap ${metadata.name}: ${key} is a secret`),
  ),
  ...environments(files).flatMap(({ name, variables: set }) =>
    Object.entries(set)
      .map(([key, value]) => [
        key,
        /:\/\/[^/:]*:(.*)@/.exec(value)?.[1] ?? (secretNames.has(key) && !value.includes('://') ? value : ''),
      ])
      .filter(([, secret = '']) => secret.replaceAll(gap, '') !== '')
      .map(([key]) => `${name}: ${key} is given`),
  ),
  ...environments(files)
    .filter(({ name, serves }) => serves && name.startsWith('deploy/kubernetes'))
    .flatMap(({ name, variables: set }) => {
      try {
        readConfig(set);
        return [`${name}: would start with the placeholders`];
      } catch {
        return [];
      }
    }),
];

/** Maximum time from the end of SHUTDOWN_GRACE to the end of the process, in seconds (docs/observability.md). */
const endingSeconds = 9;

/**
 * A server has enough time to stop. In Kubernetes, this time includes the pause in which Services remove the pod, because
 * a server refuses requests from SIGTERM on.
 */
export const stops: DeploymentRule = (files) =>
  environments(files)
    .filter(({ serves }) => serves)
    .flatMap(({ name, variables: set }) => {
      const grace = readConfig(filled(set)).shutdownGraceMs / 1000;
      const pod = name.endsWith('Deployment') ? ofKind(files, 'Deployment')[0]?.spec?.template?.spec : undefined;
      const unit = textOf(files, 'deploy/systemd/portcullis.service');
      const [file, server = ''] = name.split(', ');
      const path = composePaths.find((each) => each === file);
      const service = path === undefined ? undefined : compose(files, path).services[server];
      // The time between SIGTERM and SIGKILL, in seconds. The defaults are 30 s in Kubernetes, 10 s in Compose and 90 s
      // with systemd.
      const given =
        pod === undefined
          ? service === undefined
            ? (/TimeoutStopSec=(\d+)/.exec(unit)?.[1] ?? 90)
            : (service.stop_grace_period ?? 10)
          : (pod.terminationGracePeriodSeconds ?? 30);
      const pause = pod?.containers[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0;
      return [
        ...when(
          Number.parseInt(`${given}`, 10) < pause + grace + endingSeconds,
          `${name}: ${given} s is too short for the server to stop`,
        ),
        ...when(pod !== undefined && pause === 0, `${name}: refuses requests that Services still send to it`),
      ];
    });
