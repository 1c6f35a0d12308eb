/*
 * Manages the login session of this browser tab. The tokens of the session are kept when the page is reloaded and lost
 * when the tab is closed.
 */

const storageKey = 'portcullis.tokens';

export const storedTokens = () => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? undefined;

export const storeTokens = (tokens) => sessionStorage.setItem(storageKey, JSON.stringify(tokens));

export const removeTokens = () => sessionStorage.removeItem(storageKey);

const bearer = ({ accessToken }) => `Bearer ${accessToken}`;

const codeOf = async (response) => {
  try {
    return (await response.clone().json()).code;
  } catch {
    return undefined;
  }
};

const tokenExpired = 1102;
const sessionEnded = 1103;

/**
 * Returns a `fetch` function for requests with the access token of this session. If the access token has expired, the
 * function renews it and sends the request again. After a renewal, the function calls `onRenewed` with the new tokens.
 * If the renewal fails because the service has ended the session, the function calls `onEnded`.
 */
export function fetchInSession({ onRenewed, onEnded }) {
  let renewal;

  async function renew({ refreshToken }) {
    const response = await fetch('/api/auth/refresh', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    });
    const { success, code, data } = await response.json();
    if (success) {
      storeTokens(data.token);
      onRenewed(data.token);
    } else if (code === sessionEnded) {
      removeTokens();
      onEnded();
    }
  }

  return async (url, request) => {
    const used = storedTokens();
    const response = await fetch(url, request);
    const isOurs = used !== undefined && request.headers?.Authorization === bearer(used);
    if (!isOurs || response.status !== 401 || (await codeOf(response)) !== tokenExpired) return response;
    // Several requests can fail at the same time because the access token has expired. They share one renewal, so the
    // refresh token is sent only once.
    if (storedTokens()?.accessToken === used.accessToken) {
      renewal ??= renew(used).finally(() => {
        renewal = undefined;
      });
      await renewal.catch(() => undefined);
    }
    const tokens = storedTokens();
    if (tokens === undefined || tokens.accessToken === used.accessToken) return response;
    return fetch(url, { ...request, headers: { ...request.headers, Authorization: bearer(tokens) } });
  };
}
