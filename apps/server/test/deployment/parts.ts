import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser, type Dockerfile } from 'dockerfile-ast';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../architecture/files.ts';
import type { TextFile } from '../architecture/files.ts';

const tops = ['Dockerfile', '.dockerignore', 'compose.yaml', 'apps/server/package.json', 'docs/deployment.md'];

/** Returns all files that are used to deploy the service. */
export function readDeployment(): readonly TextFile[] {
  const below = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
  return [...tops, ...below].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export const textOf = (files: readonly TextFile[], path: string): string =>
  files.find((file) => file.path === path)?.text ?? '';

/** Returns whether the file or folder exists in the repository. */
export const exists = (path: string): boolean => existsSync(join(root, path));

export type Environment = Readonly<Record<string, string>>;

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

interface Reference {
  readonly name: string;
}

export interface Container {
  readonly image: string;
  readonly envFrom: readonly { readonly configMapRef?: Reference; readonly secretRef?: Reference }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly resources?: { readonly limits?: Environment };
}

export interface Pod {
  readonly containers: readonly Container[];
  readonly terminationGracePeriodSeconds?: number;
}

/** The parts of a manifest that the rules read; `kubernetesSchemas` checks the complete manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Environment };
  readonly data?: Environment;
  readonly stringData?: Environment;
  readonly spec?: {
    readonly template?: { readonly spec: Pod };
    readonly ports?: readonly { readonly name?: string; readonly targetPort: string }[];
    /** This field is set only in a NetworkPolicy. */
    readonly ingress?: readonly { readonly ports?: readonly { readonly port: string | number }[] }[];
  };
}

export interface PlacedManifest {
  readonly path: string;
  readonly manifest: Manifest;
}

const kustomizationPath = 'deploy/kubernetes/kustomization.yaml';

/** The fields of kustomization.yaml that the rules read. */
interface Kustomization {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
}

export function kustomization(files: readonly TextFile[]): Kustomization {
  const parsed: Kustomization = parse(textOf(files, kustomizationPath));
  return parsed;
}

export const manifests = (files: readonly TextFile[]): readonly PlacedManifest[] =>
  files
    .filter(({ path }) => path.startsWith('deploy/kubernetes/') && path !== kustomizationPath)
    .flatMap(({ path, text }) =>
      parseAllDocuments(text).map((document) => ({ path, manifest: document.toJS() satisfies Manifest })),
    );

export const ofKind = (files: readonly TextFile[], kind: string): readonly Manifest[] =>
  manifests(files).flatMap(({ manifest }) => (manifest.kind === kind ? [manifest] : []));

/** Returns the pod template of each workload, named by the kind of the workload, such as `Deployment`. */
export const pods = (files: readonly TextFile[]): readonly { readonly name: string; readonly pod: Pod }[] =>
  manifests(files).flatMap(({ manifest: { kind, spec } }) =>
    spec?.template === undefined ? [] : [{ name: kind, pod: spec.template.spec }],
  );

interface ComposeService {
  readonly build?: string;
  readonly image: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly env_file?: readonly { readonly path: string; readonly required?: boolean }[];
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
  readonly mem_limit?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
}

/** Two servers behind nginx, and one server on a small machine. */
export const composePaths = ['compose.yaml', 'deploy/small/compose.yaml'] as const;

export function compose(files: readonly TextFile[], path: (typeof composePaths)[number] = 'compose.yaml'): Compose {
  const parsed: Compose = parse(textOf(files, path), { merge: true });
  return parsed;
}

export const dockerfile = (files: readonly TextFile[]): Dockerfile =>
  DockerfileParser.parse(textOf(files, 'Dockerfile'));

/** Returns the environment variables that the image sets. */
export const imageEnvironment = (files: readonly TextFile[]): Environment =>
  Object.fromEntries(
    dockerfile(files)
      .getENVs()
      .flatMap((env) => env.getProperties().map((each) => [each.getName(), each.getValue() ?? ''])),
  );
