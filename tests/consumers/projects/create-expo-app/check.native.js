// Runs the check on a phone.
import { check } from './program/default-phone.mjs';

globalThis.done = check(globalThis.SERVICE);
