import { writeFile } from 'node:fs/promises';
import { openApiDocumentOf, openApiFile, openApiText } from '@portcullis/adapters-http/internal';
import { describedRoutesOf } from './wiring/routes.ts';

/**
 * Writes the API document of the routes, with the examples that the file already contains. It opens no database and no
 * port.
 */
await writeFile(openApiFile, openApiText(await openApiDocumentOf(describedRoutesOf())));
