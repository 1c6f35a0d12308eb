import { contentBodyLimits } from '../../src/config/limits.ts';
import { kustomization, manifests, ofKind, pods, textOf } from './parts.ts';
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

/** The proxies allow the largest body that a route accepts. */
export const bodySizes: DeploymentRule = (files) => {
  const largest = `${contentBodyLimits.maxBytes / 1024 / 1024}m`;
  const nginx = /client_max_body_size (\w+);/.exec(textOf(files, 'deploy/nginx/portcullis.conf'))?.[1];
  return [
    ...when(nginx !== largest, `nginx accepts bodies of ${nginx}, not ${largest}`),
    ...ofKind(files, 'Ingress').flatMap(({ metadata }) => {
      const size = metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-body-size'];
      return when(size !== largest, `the Ingress accepts bodies of ${size}, not ${largest}`);
    }),
  ];
};
