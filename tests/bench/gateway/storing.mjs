// Contender: the same where each request is new, in a process of its own: what fetching and storing costs is not charged to hits.

export { default } from "./cached.mjs";
