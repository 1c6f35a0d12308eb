export { mcpEndpoint, type McpCall, type McpEndpoint, type McpEndpointOptions } from './http.ts';
export { serveOnStdio, type StdioOptions } from './stdio.ts';
