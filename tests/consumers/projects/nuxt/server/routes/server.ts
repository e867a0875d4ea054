// Responds with the result of the check on the server.
import { check } from "../../default.mjs";

export default defineEventHandler(async (event) => check(String(getQuery(event).service)));
