import { mkdirSync, symlinkSync } from 'node:fs';

// Stryker runs this script in its copy of the packages. With this link, the tests of the package `application` import
// the mutated package `domain`.
mkdirSync('node_modules/@portcullis', { recursive: true });
symlinkSync('../../packages/domain', 'node_modules/@portcullis/domain');
