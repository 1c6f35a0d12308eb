import { mkdirSync, symlinkSync } from 'node:fs';

// Stryker runs this in the copy that it mutates, so that the tests of the application import the mutated domain.
mkdirSync('node_modules/@portcullis', { recursive: true });
symlinkSync('../../packages/domain', 'node_modules/@portcullis/domain');
