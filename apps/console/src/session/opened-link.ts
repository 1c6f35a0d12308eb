/** A link of the service with a token in its fragment: that of the first start, or that of a mail for a new password. */
export interface OpenedLink {
  readonly kind: 'setup' | 'reset';
  readonly token: string;
}

const form = /^#(setup|reset)=([\w-]+)$/u;

/** Takes the token of a link out of the address, so that neither the history nor a copied address keeps it. */
export function takeOpenedLink(): OpenedLink | undefined {
  const [, kind, token] = form.exec(window.location.hash) ?? [];
  if (token === undefined) return undefined;
  window.history.replaceState(undefined, '', window.location.pathname);
  return { kind: kind === 'setup' ? 'setup' : 'reset', token };
}
