import { writeFile } from 'node:fs/promises';
import { openApiFile, openApiText } from '@portcullis/adapters-http/internal/openapi/document-file';
import { openApiDocumentOf } from '@portcullis/adapters-http/internal/openapi/documentation';
import { describedRoutesOf } from './wiring/routes.ts';

/**
 * Writes the API document of the routes, with the recorded examples. It opens no database and no port.
 */
await writeFile(openApiFile, openApiText(await openApiDocumentOf(describedRoutesOf())));
