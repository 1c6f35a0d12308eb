import { expect } from 'chai';
import { ports, references, routes } from './deployment/agreement-rules.ts';
import { bodySizes, forwardedAddresses, kustomizationRule } from './deployment/cluster-rules.ts';
import { kubernetesGuide, roleSettings } from './deployment/guide-rules.ts';
import { copies, program } from './deployment/image-rules.ts';
import { memory } from './deployment/memory-rules.ts';
import { readDeployment } from './deployment/parts.ts';
import { composeSchemaRule, kubernetesSchemas, type DeploymentRule } from './deployment/schemas.ts';
import { secrets, stops, values, variableFiles, variables } from './deployment/variable-rules.ts';

/** Each rule, with a change of one file that breaks the rule. */
const rules: readonly (readonly [title: string, rule: DeploymentRule, path: string, from: string, to: string])[] = [
  ['the manifests fit the Kubernetes API', kubernetesSchemas, 'deployment', 'readinessProbe:', 'readyProbe:'],
  ['compose.yaml fits the Compose Specification', composeSchemaRule, 'compose.yaml', 'shm_size', 'shmsize'],
  ['so does the one for a small machine', composeSchemaRule, 'deploy/small/compose.yaml', 'mem_limit', 'memlimit'],
  ['every file that the image copies exists', copies, 'Dockerfile', 'COPY package.json', 'COPY npm-shrinkwrap.json'],
  ['the program of the package is started without a shell', program, 'Dockerfile', '"dist/src/cli.js"', '"cli.js"'],
  ['a server has the memory that it may need', memory, 'deployment', 'memory: 2Gi', 'memory: 1Gi'],
  ['the kustomization lists every manifest', kustomizationRule, 'kustomization', '  - ingress.yaml\n', ''],
  ['proxies accept the largest body', bodySizes, 'ingress', 'proxy-body-size: 26m', 'proxy-body-size: 8m'],
  [
    'only the outer proxy reaches the inner one',
    forwardedAddresses,
    'deploy/nginx/portcullis.conf',
    'listen 127.0.0.1:8080',
    'listen 8080',
  ],
  ['the outer proxy replaces addresses', forwardedAddresses, 'deploy/nginx/tls.conf', '$remote_addr', '$http_x'],
  ['the service reads every variable that is set', variables, 'compose.yaml', 'TRUST_PROXY', 'TRUSTED_PROXIES'],
  ['Compose passes further variables', variableFiles, 'compose.yaml', 'path: portcullis.env', 'path: .env'],
  [
    'the Kubernetes guide restricts the roles',
    kubernetesGuide,
    'docs/deployment.md',
    '-f deploy/postgres/restrict.sql\nkubectl apply',
    '\nkubectl apply',
  ],
  ['a role behind PgBouncer has the same settings', roleSettings, 'docs/deployment.md', '= 4000', '= 10000'],
  ['the service accepts the values that are set', values, 'config', 'METRICS_PORT: "9090"', 'METRICS_PORT: ninety'],
  ['a key that encrypts has 32 bytes', values, 'compose.yaml', '${SECRETS_KEY:?}', '${SECRETS_KEY:?},short'],
  ['the files contain no secrets', secrets, 'compose.yaml', '${JWT_SECRETS:?}', 'a secret that every reader knows'],
  ['secrets are not in a ConfigMap', secrets, 'config', '  TRUST_PROXY: "1"', '  JWT_SECRET: CHANGE-ME'],
  ['all files name the same ports', ports, 'config', 'METRICS_PORT: "9090"', 'METRICS_PORT: "9100"'],
  ['probes request routes that exist', routes, 'Dockerfile', '/api/health/live', '/api/healthz'],
  ['a server has the time that it needs to stop', stops, 'deployment', 'seconds: 10 ', 'seconds: 15 '],
  ['all references can be resolved', references, 'deployment', 'portcullis:1.0.0', 'portcullis:0.0.9'],
];

const pathOf = (name: string): string => (/[A-Z.]/.test(name) ? name : `deploy/kubernetes/${name}.yaml`);

/** The tests run without a container engine, so they start no container, but compare the files with the code. */
describe('The image, the compose file, the manifests and the unit (docs/deployment.md)', () => {
  const files = readDeployment();

  for (const [title, rule, name, from, to] of rules) {
    it(title, async () => {
      expect(await rule(files)).to.deep.equal([]);
      const changed = files.map(({ path, text }) => ({
        path,
        text: path === pathOf(name) ? text.replace(from, to) : text,
      }));
      expect(await rule(changed), `${name}: '${to}' for '${from}'`).not.to.deep.equal([]);
    });
  }
});
