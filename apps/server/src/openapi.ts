import { openApiDocumentOf } from '@portcullis/adapters-http';
import { resourceModules } from './wiring/resource-modules.ts';
import { describedRoutesOf } from './wiring/routes.ts';

/** Prints the document of GET /api/openapi.json for code generators. It opens no database and no port. */
const document = await openApiDocumentOf(describedRoutesOf(resourceModules));
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
