// Runs the check in the browser.
import { check } from './program/default.mjs';

const service = new URL(location.href).searchParams.get('service');
globalThis.done = check(service).catch((error) => String(error.stack ?? error));
