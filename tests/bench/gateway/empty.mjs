// Contender: does nothing, to measure the cost of a new process and of its first response without a program.

export default { fetch: () => new Response("") };
