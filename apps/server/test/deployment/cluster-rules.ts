import { Ajv2019 } from 'ajv/dist/2019.js';
import { contentBodyLimits } from '../../src/config/limits.ts';
import { kustomization, manifests, ofKind, pods, textOf } from './parts.ts';
import { when, type DeploymentRule } from './schemas.ts';

interface Kustomization {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
}

const text = { type: 'string', minLength: 1 };

/** As much of the kustomization format as this repository uses. */
const isKustomization = new Ajv2019().compile<Kustomization>({
  type: 'object',
  additionalProperties: false,
  required: ['apiVersion', 'kind', 'resources', 'images'],
  properties: {
    apiVersion: { const: 'kustomize.config.k8s.io/v1beta1' },
    kind: { const: 'Kustomization' },
    namespace: text,
    resources: { type: 'array', items: text, uniqueItems: true },
    images: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'newTag'],
        properties: { name: text, newTag: text },
      },
    },
  },
});

/** What has its own step before the rest. */
const appliedBefore = ['secrets.example.yaml', 'migrate.yaml'];

/** The kustomization lists each manifest that is applied with it, and sets the version of the image that they name. */
export const kustomizationRule: DeploymentRule = (files) => {
  const document = kustomization(files);
  if (!isKustomization(document)) {
    return (isKustomization.errors ?? []).map(
      ({ instancePath, message }) => `kustomization.yaml: ${instancePath} ${message}`,
    );
  }
  const there = new Set(manifests(files).map(({ path }) => path.slice('deploy/kubernetes/'.length)));
  const expected = [...there].filter((path) => !appliedBefore.includes(path));
  const images = new Set(pods(files).flatMap(({ pod }) => pod.containers.map(({ image }) => image)));
  return [
    ...expected.flatMap((path) => when(!document.resources.includes(path), `kustomization.yaml: ${path} is missing`)),
    ...document.resources.flatMap((path) => when(!expected.includes(path), `kustomization.yaml: lists ${path}`)),
    ...document.images.flatMap(({ name, newTag }) =>
      when(!images.has(`${name}:${newTag}`), `kustomization.yaml: no container runs ${name}:${newTag}`),
    ),
  ];
};

/** The Ingress leads to a port of a Service, and as nginx it lets through the largest body that a route takes. */
export const ingress: DeploymentRule = (files) => {
  const ports = new Set(
    ofKind(files, 'Service').flatMap(({ metadata, spec }) =>
      (spec?.ports ?? []).map(({ name }) => `${metadata.name} ${name}`),
    ),
  );
  const largest = `${contentBodyLimits.maxBytes / 1024 / 1024}m`;
  const nginx = /client_max_body_size (\w+);/.exec(textOf(files, 'deploy/nginx/portcullis.conf'))?.[1];
  return [
    ...when(nginx !== largest, `nginx lets through bodies of ${nginx}, not ${largest}`),
    ...ofKind(files, 'Ingress').flatMap(({ metadata, spec }) => {
      const size = metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-body-size'];
      const backends = (spec?.rules ?? [])
        .flatMap(({ http }) => http?.paths ?? [])
        .map(({ backend }) => backend.service);
      return [
        ...when(size !== largest, `the Ingress lets through bodies of ${size}, not ${largest}`),
        ...backends.flatMap(({ name, port }) =>
          when(!ports.has(`${name} ${port.name}`), `the Ingress leads to ${name}, ${port.name}, which is not there`),
        ),
      ];
    }),
  ];
};
