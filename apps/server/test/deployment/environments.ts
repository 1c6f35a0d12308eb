import type { TextFile } from '../architecture/files.ts';
import {
  compose,
  composePaths,
  imageEnvironment,
  manifests,
  pods,
  textOf,
  type Container,
  type Environment,
} from './parts.ts';

/** The environment variables that the deployment files set for one process. */
export interface PlacedEnvironment {
  readonly name: string;
  readonly variables: Environment;
  /** Whether the process is a server, which needs the complete configuration. */
  readonly serves: boolean;
}

const ofCompose = (files: readonly TextFile[]): readonly PlacedEnvironment[] =>
  composePaths.flatMap((path) =>
    Object.entries(compose(files, path).services)
      .filter(([, { build }]) => build !== undefined)
      .map(([name, { environment = {} }]) => ({
        name: `${path}, ${name}`,
        variables: Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, `${value}`])),
        serves: name.startsWith('server'),
      })),
  );

const variablesOf = (files: readonly TextFile[], { envFrom }: Container): Environment =>
  Object.assign(
    {},
    ...envFrom.map(({ configMapRef, secretRef }) => {
      const wanted = secretRef === undefined ? `ConfigMap ${configMapRef?.name ?? ''}` : `Secret ${secretRef.name}`;
      const found = manifests(files).find(({ manifest: { kind, metadata } }) => `${kind} ${metadata.name}` === wanted);
      return found?.manifest.data ?? found?.manifest.stringData ?? {};
    }),
  );

const ofKubernetes = (files: readonly TextFile[]): readonly PlacedEnvironment[] =>
  pods(files).flatMap(({ name, pod: { containers } }) =>
    containers.map((container) => ({
      name: `deploy/kubernetes, ${name}`,
      variables: variablesOf(files, container),
      serves: name === 'Deployment',
    })),
  );

const ofSystemd = (files: readonly TextFile[]): PlacedEnvironment => ({
  name: 'deploy/systemd',
  variables: Object.fromEntries(
    [...textOf(files, 'deploy/systemd/portcullis.service').matchAll(/^Environment=(\w+)=(.*)$/gm)].map(
      ([, key = '', value = '']) => [key, value],
    ),
  ),
  serves: true,
});

/**
 * Returns the variables of every process of the service that the deployment files start. In Compose and Kubernetes, the
 * processes run the image, and also have the variables of the image.
 */
export const environments = (files: readonly TextFile[]): readonly PlacedEnvironment[] => [
  ...[...ofCompose(files), ...ofKubernetes(files)].map((each) => ({
    ...each,
    variables: { ...imageEnvironment(files), ...each.variables },
  })),
  ofSystemd(files),
];

/** The pattern of placeholders for values that the operator has to supply. */
export const gap = /CHANGE-ME|\$\{\w+:[?-]\}/g;

/** A value that Compose uses if the operator sets none. */
const shownDefault = /\$\{\w+:-([^}]+)\}/g;

/** 32 bytes in base64, which is a valid value for every secret. */
const secret = Buffer.alloc(32, 'f00d').toString('base64');

/** Returns the same variables with a valid value for each placeholder. */
export const filled = (variables: Environment): Environment =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replaceAll(gap, secret).replaceAll(shownDefault, '$1'),
    ]),
  );
