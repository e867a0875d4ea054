// Contender: does nothing at all, to measure what a new process and its first response cost without any program.

export default { fetch: () => new Response("") };
