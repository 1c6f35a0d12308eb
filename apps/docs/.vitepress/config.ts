import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { slug } from 'github-slugger';
import { defineConfig } from 'vitepress';
import { siteLinks } from './links.ts';
import { addressOf, sidebar } from './sections.ts';

// The pages are outside this package, so Vite does not find Vue from their folders.
const vue = dirname(createRequire(import.meta.resolve('vitepress')).resolve('vue/package.json'));

/** The Markdown files of the repository are the pages, at their own paths, so that their links work in both places. */
export default defineConfig({
  title: 'Portcullis',
  description: 'A back end for admin consoles and websites.',
  srcDir: '../..',
  srcExclude: ['**/dist/**', '{packages,apps}/*/*/**', '{mutation,tools,deploy}/**'],
  outDir: 'dist/site',
  cacheDir: 'node_modules/.vitepress-cache',
  rewrites: addressOf,
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    anchor: { slugify: (heading: string) => slug(heading) },
    config: siteLinks,
  },
  vite: { resolve: { alias: [{ find: /^vue(?=\/|$)/, replacement: vue }] }, build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: { sidebar, search: { provider: 'local' }, outline: [2, 3] },
});
