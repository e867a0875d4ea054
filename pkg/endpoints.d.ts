/** One operation of the service, as the table has it. What does not apply is left out. */
export interface EndpointRow {
  generation: "v2" | "v3";
  verb: "GET" | "POST";
  /** v2 reads: the service takes POST too. */
  alsoPost?: boolean;
  /** Below `/api/v2` or `/api/v3`, with its leading slash. */
  path: string;
  name: string;
  /** Name of the type of its parameters. */
  request: string;
  aliases?: string[];
  category: string;
  title: string;
  doc?: string;
  notes?: string[];
  params?: EndpointParam[];
  rules?: unknown[];
  page?: { default: number; max: number; sortable?: boolean; rows?: string; rowType: string };
  livePage?: unknown;
  result: string;
  cache: unknown;
  idempotent?: boolean;
  sideEffect?: boolean;
  rpc?: boolean;
  rpcAliases?: string[];
}

export interface EndpointParam {
  name: string;
  /** Name of the type of its parameters. */
  request: string;
  in: "query" | "body" | "header";
  kind: string;
  required?: boolean;
  default?: unknown;
  min?: number;
  max?: number;
  choices?: string[];
  array?: boolean;
  maxItems?: number;
  pattern?: string;
  doc?: string;
  note?: string;
}

/** The endpoint table: all 83 operations, in the order of the specification. */
export function endpoints(): readonly EndpointRow[];
