import { document } from '../support/contract.ts';
import { environments } from './environments.ts';
import { compose, dockerfile, imageEnvironment, manifests, ofKind, pods, textOf, type Container } from './parts.ts';
import { when, type DeploymentRule } from './schemas.ts';

/** The files agree on the number of each port, and use only port names that a container declares. */
export const ports: DeploymentRule = (files) => {
  const { PORT: port } = imageEnvironment(files);
  const nginx = textOf(files, 'deploy/nginx/portcullis.conf');
  const listening = /listen (?:[\d.]+:)?(\d+)/.exec(nginx)?.[1];
  const serving = environments(files).find(({ name }) => name.endsWith('Deployment'));
  const opened = pods(files).flatMap(({ pod }) => pod.containers.flatMap((container) => container.ports ?? []));
  const numbers: Readonly<Record<string, string | undefined>> = {
    http: port,
    metrics: serving?.variables['METRICS_PORT'],
  };
  const exposed = dockerfile(files)
    .getInstructions()
    .filter((instruction) => instruction.getKeyword() === 'EXPOSE')
    .map((instruction) => instruction.getArgumentsContent());
  return [
    ...when(exposed.join() !== port, `the image exposes ${exposed.join()}, not ${port}`),
    ...[...nginx.matchAll(/^\s*server [\w-]+:(\d+)/gm)].flatMap(([, asked]) =>
      when(asked !== port, `nginx asks port ${asked}, not ${port}`),
    ),
    ...(compose(files).services['nginx']?.ports ?? []).flatMap((published) =>
      when(
        published.split(':').at(-1) !== listening,
        `compose.yaml publishes ${published}, nginx listens on ${listening}`,
      ),
    ),
    ...opened.flatMap(({ name, containerPort }) =>
      when(`${containerPort}` !== numbers[name], `the port ${name} is ${numbers[name]}, not ${containerPort}`),
    ),
    ...[...asked(files)].flatMap((name) =>
      when(!opened.some((each) => each.name === name), `no container listens on the port ${name}`),
    ),
  ];
};

const probes = ({ startupProbe, readinessProbe, livenessProbe }: Container) =>
  [startupProbe, readinessProbe, livenessProbe].flatMap((probe) => probe ?? []);

/** The names of the ports that probes, services and policies of the manifests use. */
const asked = (files: Parameters<DeploymentRule>[0]): ReadonlySet<string> =>
  new Set([
    ...pods(files).flatMap(({ pod }) => pod.containers.flatMap(probes).map(({ httpGet }) => httpGet.port)),
    ...ofKind(files, 'Service').flatMap(({ spec }) => (spec?.ports ?? []).map(({ targetPort }) => targetPort)),
    ...ofKind(files, 'NetworkPolicy').flatMap(({ spec }) =>
      (spec?.ingress ?? []).flatMap(({ ports: allowed = [] }) => allowed.map(({ port }) => `${port}`)),
    ),
  ]);

/** The routes that the files name exist, and every server in Kubernetes has three health checks. */
export const routes: DeploymentRule = (files) => {
  const named = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\/api\/[\w/-]+/g)].map(([route]) => ({ path, route })),
  );
  return [
    ...named.flatMap(({ path, route }) => when(!(route in document.paths), `${path}: there is no ${route}`)),
    ...pods(files)
      .filter(({ name }) => name === 'Deployment')
      .flatMap(({ pod }) => when(pod.containers.flatMap(probes).length !== 3, 'a server lacks health checks')),
  ];
};

/**
 * The image of each container has the version of the server package. The ConfigMaps and Secrets that the containers
 * refer to exist.
 */
export const references: DeploymentRule = (files) => {
  const { version }: { version: string } = JSON.parse(textOf(files, 'apps/server/package.json'));
  const there = new Set(manifests(files).map(({ manifest: { kind, metadata } }) => `${kind} ${metadata.name}`));
  const containers = pods(files).flatMap(({ pod }) => pod.containers);
  return [
    ...containers.flatMap(({ image }) => when(image.split(':').at(-1) !== version, `${image} is another version`)),
    ...containers
      .flatMap(({ envFrom }) => envFrom)
      .map(({ configMapRef, secretRef }) =>
        secretRef === undefined ? `ConfigMap ${configMapRef?.name}` : `Secret ${secretRef.name}`,
      )
      .flatMap((name) => when(!there.has(name), `there is no ${name}`)),
  ];
};
