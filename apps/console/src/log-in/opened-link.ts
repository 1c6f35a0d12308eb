const kinds = ['setup', 'reset', 'invitation', 'email-change', 'preview'] as const;

/** A link with a token in its fragment: the setup link of a new service, a link in a mail, or a preview link. */
export interface OpenedLink {
  readonly kind: (typeof kinds)[number];
  readonly token: string;
}

const form = /^#([a-z-]+)=([\w-]+)$/u;

/**
 * Returns the link in the current URL, or undefined if the URL has no token. A token that works only once is removed
 * from the URL, so that the browser's history and a copied URL do not contain it. The token of a preview link stays in
 * the URL, so that a reload works. The token is in the fragment, which browsers do not send to servers.
 */
export function openedLink(): OpenedLink | undefined {
  const [, name, token] = form.exec(window.location.hash) ?? [];
  const kind = kinds.find((each) => each === name);
  if (token === undefined || kind === undefined) return undefined;
  if (kind !== 'preview') window.history.replaceState(undefined, '', window.location.pathname);
  return { kind, token };
}
