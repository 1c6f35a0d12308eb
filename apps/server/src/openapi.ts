import { openApiDocumentOf } from '@portcullis/adapters-http';
import { readConfig } from './config.ts';
import { hollow } from './provide.ts';
import { routesOf } from './routes.ts';

/** Prints the document of GET /api/openapi.json, for generating code: no database is opened, and nothing listens. */
const document = await openApiDocumentOf(routesOf(hollow, readConfig({}), () => true));
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
