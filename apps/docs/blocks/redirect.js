// Programs of the documentation call a service at https://id.example.com. Here it is the service that the runner started.
const send = globalThis.fetch;
const local = (address) => String(address).replace('https://id.example.com', 'http://127.0.0.1:3000');
globalThis.fetch = (resource, options) =>
  send(resource instanceof Request ? new Request(local(resource.url), resource) : local(resource), options);
