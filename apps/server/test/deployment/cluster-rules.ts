import { readConfig } from '../../src/config/config.ts';
import { contentBodyLimits } from '../../src/config/limits.ts';
import { compose, kustomization, manifests, ofKind, pods, textOf } from './parts.ts';
import { when, type DeploymentRule } from './schemas.ts';

/** Manifests that are applied in a separate step before the others. */
const appliedBefore = ['secrets.example.yaml', 'migrate.yaml'];

/**
 * The kustomization lists every manifest except those in `appliedBefore`. Each image in the kustomization is the image
 * of a container in the manifests, with the same version.
 */
export const kustomizationRule: DeploymentRule = (files) => {
  const { resources, images } = kustomization(files);
  const there = new Set(manifests(files).map(({ path }) => path.slice('deploy/kubernetes/'.length)));
  const expected = [...there].filter((path) => !appliedBefore.includes(path));
  const used = new Set(pods(files).flatMap(({ pod }) => pod.containers.map(({ image }) => image)));
  return [
    ...expected.flatMap((path) => when(!resources.includes(path), `kustomization.yaml: ${path} is missing`)),
    ...resources.flatMap((path) => when(!expected.includes(path), `kustomization.yaml: lists ${path}`)),
    ...images.flatMap(({ name, newTag }) =>
      when(!used.has(`${name}:${newTag}`), `kustomization.yaml: no container runs ${name}:${newTag}`),
    ),
  ];
};

const megabyte = 1024 * 1024;

/** The proxies allow the largest file with the form around it, and the largest body of other routes. */
export const bodySizes: DeploymentRule = (files) => {
  const { mediaMaxBytes } = readConfig({});
  const largest = Math.max(contentBodyLimits.maxBytes / megabyte, Math.ceil(mediaMaxBytes / megabyte) + 1);
  const sizeIn = (path: string) => /(?:client_max_body_size|max_size) (\d+)(?:m;|MiB)/.exec(textOf(files, path))?.[1];
  return [
    ...['deploy/nginx/portcullis.conf', 'deploy/nginx/tls.conf', 'deploy/caddy/Caddyfile'].flatMap((path) =>
      when(sizeIn(path) !== String(largest), `${path} accepts bodies of ${sizeIn(path)} MB, not ${largest}`),
    ),
    ...ofKind(files, 'Ingress').flatMap(({ metadata }) => {
      const size = metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-body-size'];
      return when(size !== `${largest}m`, `the Ingress accepts bodies of ${size}, not ${largest}m`);
    }),
  ];
};

/** Nobody can reach the inner proxy but the outer one, which replaces the addresses that a client sends. */
export const forwardedAddresses: DeploymentRule = (files) => {
  const [inner, outer] = ['portcullis', 'tls'].map((name) => textOf(files, `deploy/nginx/${name}.conf`));
  const listeners = [...(inner ?? '').matchAll(/^\s*listen (.*);/gm)].map(([, address = '']) => address);
  const replaced = [...(outer ?? '').matchAll(/X-Forwarded-For (.*);/g)].map(([, value = '']) => value);
  const passed = [...(outer ?? '').matchAll(/proxy_pass /g)];
  const published = compose(files).services['nginx']?.ports ?? [];
  return [
    ...listeners.flatMap((address) =>
      when(!/^(?:127\.0\.0\.1:|unix:)/.test(address), `portcullis.conf listens on ${address}`),
    ),
    ...published.flatMap((each) => when(!each.startsWith('127.0.0.1:'), `compose.yaml publishes ${each}`)),
    ...when(replaced.length !== passed.length, 'tls.conf passes requests on without X-Forwarded-For'),
    ...replaced.flatMap((value) => when(value !== '$remote_addr', `tls.conf sends ${value} as the address`)),
    ...when(/^\s*trusted_proxies/m.test(textOf(files, 'deploy/caddy/Caddyfile')), 'Caddy trusts addresses of clients'),
  ];
};
