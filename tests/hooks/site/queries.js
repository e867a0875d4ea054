import { createClient } from "ton-edge";
import { createQueries } from "ton-edge/query";

export const queries = createQueries(createClient({ baseUrl: "https://gateway.example" }));
