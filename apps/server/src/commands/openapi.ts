import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { openApiText } from '@portcullis/adapters-http/internal/openapi/document-file';
import { openApiDocumentOf } from '@portcullis/adapters-http/internal/openapi/documentation';
import { ConfigError } from '../config/config-error.ts';
import { describedRoutesOf } from '../wiring/routes.ts';
import { loadModules } from './load-modules.ts';
import { print, type Terminal } from './terminal.ts';

interface ModulesOption {
  /** The file with modules of your own. */
  readonly modules?: string;
}

/** The part of `openapi-typescript` that is used here. */
interface TypeGenerator {
  readonly default: (document: string, options: { readonly emptyObjectsUnknown: true }) => Promise<readonly unknown[]>;
  readonly astToString: (nodes: readonly unknown[]) => string;
}

const documentText = async ({ modules }: ModulesOption): Promise<string> =>
  openApiText(await openApiDocumentOf(describedRoutesOf(await loadModules(modules))));

/** Prints the API document of the service and of further modules. */
export async function printDocument(terminal: Terminal, options: ModulesOption): Promise<void> {
  await print(terminal, [await documentText(options)]);
}

/**
 * Prints the types of the API, for `createClient<paths>()`.
 * @throws {ConfigError} if `openapi-typescript` is not installed in the working directory
 */
export async function printClientTypes(terminal: Terminal, options: ModulesOption): Promise<void> {
  const { default: typesOf, astToString } = typeGenerator();
  await print(terminal, [
    `${astToString(await typesOf(await documentText(options), { emptyObjectsUnknown: true })).trimEnd()}\n`,
  ]);
}

/** Loads the generator from the project of the developer, because the service itself does not need it. */
function typeGenerator(): TypeGenerator {
  const require = createRequire(resolve('package.json'));
  try {
    const generator: TypeGenerator = require('openapi-typescript');
    return generator;
  } catch {
    throw new ConfigError(
      'client-types needs a package in this folder. Install it with: npm install --save-dev openapi-typescript typescript@5',
    );
  }
}
