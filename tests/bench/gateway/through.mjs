// Contender: only forwards requests, to measure the runtime itself.

export default {
  fetch(request, { UPSTREAM }) {
    const { pathname, search } = new URL(request.url);
    return fetch(UPSTREAM + pathname + search, { headers: { accept: "application/json" } });
  },
};
