// Contender: the same where each question is new, in a process of its own: what reading and keeping leaves behind is not charged to hits.

export { default } from "./kept.mjs";
