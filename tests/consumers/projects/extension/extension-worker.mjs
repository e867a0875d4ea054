// The service worker of an extension, which responds to a message with the result of the check.
import { check } from "./default.mjs";

chrome.runtime.onMessage.addListener((service, sender, respond) => {
  check(service).then(respond, (error) => respond(String(error?.stack ?? error)));
  // The response comes later.
  return true;
});
