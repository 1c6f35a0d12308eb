/* Builds the API reference page from Swagger UI and a login form. index.html loads Swagger UI before this script. */

import { fetchInSession, removeTokens, storedTokens, storeTokens } from './session.js';

const scheme = 'accessToken';

const sessionState = document.querySelector('#session-state');
const [logIn, logOut] = ['#log-in', '#log-out'].map((form) => document.querySelector(form));

const send = fetchInSession({
  onRenewed: ({ accessToken }) => ui.preauthorizeApiKey(scheme, accessToken),
  onEnded: () => forget('Your session has ended. Please log in again.'),
});

const ui = globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  filter: true,
  validatorUrl: null,
  requestInterceptor: (request) => Object.assign(request, { userFetch: send }),
  onComplete: () => void resume(),
});

/** Calls an operation of `/api/auth` and returns the response body, or an error body if there is no valid response. */
async function call(method, path, body) {
  const tokens = storedTokens();
  try {
    const response = await send(`/api/auth/${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(tokens && { Authorization: `Bearer ${tokens.accessToken}` }),
      },
      body: body && JSON.stringify(body),
    });
    return await response.json();
  } catch {
    return { success: false, message: 'The service does not respond.' };
  }
}

/** Makes Swagger UI send the stored access token with every further request, and shows the user's name and roles. */
function use({ username, roles }) {
  ui.preauthorizeApiKey(scheme, storedTokens().accessToken);
  show(`Logged in as ${username} (${roles.join(', ') || 'no role'}).`, true);
}

function forget(message) {
  removeTokens();
  ui.authActions.logout([scheme]);
  show(message, false);
}

function show(message, isLoggedIn) {
  sessionState.textContent = message;
  logIn.hidden = isLoggedIn;
  logOut.hidden = !isLoggedIn;
}

/** Continues the session that this tab had before a reload. */
async function resume() {
  if (storedTokens() === undefined) return;
  const { success, message, data } = await call('GET', 'profile');
  if (success) use(data);
  // If the tokens could not be renewed because the session has ended, `onEnded` has already removed the tokens and
  // shown a message.
  else if (storedTokens() !== undefined) show(message, false);
}

async function submitLogIn() {
  const { success, data, message } = await call('POST', 'login', Object.fromEntries(new FormData(logIn)));
  if (!success) {
    show(message, false);
    return;
  }
  logIn.reset();
  storeTokens(data.token);
  use(data.user);
}

async function submitLogOut() {
  await call('POST', 'logout');
  forget('You are logged out.');
}

for (const [form, submit] of [
  [logIn, submitLogIn],
  [logOut, submitLogOut],
]) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
}
