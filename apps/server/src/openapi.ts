import { openApiDocumentOf } from '@portcullis/adapters-http';
import { readConfig } from './config/config.ts';
import { emptyProvider } from './wiring/provide.ts';
import { nouns } from './wiring/nouns.ts';
import { routesOf } from './wiring/routes.ts';

/** Prints the document of GET /api/openapi.json, for generating code: no database is opened, and nothing listens. */
const document = await openApiDocumentOf(routesOf(nouns, emptyProvider, { ...readConfig({}), isServing: () => true }));
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
