import { mkdirSync, symlinkSync } from 'node:fs';

// Stryker runs this script in its mutated copy, so that the tests of the application import the mutated domain package.
mkdirSync('node_modules/@portcullis', { recursive: true });
symlinkSync('../../packages/domain', 'node_modules/@portcullis/domain');
