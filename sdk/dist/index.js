// muster-sdk: a client of the Workforce and Programme Open API v1.
export { createMuster } from './client.js';
export { MusterError } from './error.js';
export { Pages } from './pages.js';
