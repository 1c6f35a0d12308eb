/* The reference page: Swagger UI, which the page loads before this, over the API document, and a way to log in. */

const scheme = 'accessToken';
/** Where the token is kept: it outlives a reload of this tab, and nothing else. */
const kept = 'portcullis.access-token';

const standing = document.querySelector('#standing');
const [logIn, logOut] = ['#log-in', '#log-out'].map((form) => document.querySelector(form));

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
  onComplete: () => void resume(),
});

/** Calls the service; answers its envelope. */
async function call(method, path, { token, body } = {}) {
  try {
    const response = await fetch(`/api/auth/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: body && JSON.stringify(body),
    });
    return await response.json();
  } catch {
    return { success: false, message: 'The service does not answer.' };
  }
}

/** Sends `token` along from now on. */
function use(token, { username, roles }) {
  sessionStorage.setItem(kept, token);
  ui.preauthorizeApiKey(scheme, token);
  show(`Logged in as ${username} (${roles.join(', ') || 'no role'}).`, true);
}

function forget(message) {
  sessionStorage.removeItem(kept);
  ui.authActions.logout([scheme]);
  show(message, false);
}

function show(message, isLoggedIn) {
  standing.textContent = message;
  logIn.hidden = isLoggedIn;
  logOut.hidden = !isLoggedIn;
}

/** Takes up the session that this tab had before a reload, where it still lasts. */
async function resume() {
  const token = sessionStorage.getItem(kept);
  if (token === null) return;
  const { success, data } = await call('GET', 'profile', { token });
  if (success) use(token, data);
  else forget('Your session has ended. Please log in again.');
}

async function submitLogIn() {
  const { success, data, message } = await call('POST', 'login', { body: Object.fromEntries(new FormData(logIn)) });
  if (!success) {
    show(message, false);
    return;
  }
  logIn.reset();
  use(data.token.accessToken, data.user);
}

async function submitLogOut() {
  await call('POST', 'logout', { token: sessionStorage.getItem(kept) });
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
