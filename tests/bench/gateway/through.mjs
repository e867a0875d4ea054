// Contender: nothing but the pass through the runtime.

export default {
  fetch(request, { UPSTREAM }) {
    const { pathname, search } = new URL(request.url);
    return fetch(UPSTREAM + pathname + search, { headers: { accept: "application/json" } });
  },
};
