// Runs the check in the browser.
import { check } from '../program/default.mjs'

const service = new URL(location.href).searchParams.get('service')
Object.assign(globalThis, { done: check(service).catch((error: Error) => String(error.stack ?? error)) })
