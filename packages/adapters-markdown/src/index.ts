export { createMarkdownRenderer } from './renderer.ts';
