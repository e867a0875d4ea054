/** One operation of the service, as the table has it. Properties that do not apply are left out. */
export interface EndpointRow {
  generation: "v2" | "v3";
  verb: "GET" | "POST";
  /** v2 reads: the service takes POST too. */
  alsoPost?: boolean;
  /** A server has it, but the specification does not. */
  beyondSpecification?: boolean;
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
  rules?: EndpointRule[];
  /** By the specification. */
  page?: EndpointPage;
  /** By the live service. */
  livePage?: EndpointLivePage;
  /** Name of the type of its result; `X[]` is a bare array. */
  result: string;
  /** For an operation without pages: the field that is a list (or null) in every result. */
  list?: string;
  cache: { class: string; ttl: number; immutableWhen?: string; immutableTtl?: number };
  idempotent?: boolean;
  sideEffect?: boolean;
  rpc?: boolean;
  rpcAliases?: string[];
}

/** A parameter. */
export interface EndpointParam {
  name: string;
  in: "query" | "body" | "header";
  kind: string;
  required?: boolean;
  /** The documented default. */
  default?: EndpointDefault;
  /** The service's default if the parameter is absent. */
  serverDefault?: EndpointDefault;
  min?: number;
  max?: number;
  choices?: string[];
  array?: boolean;
  /** The list is sent by repeating the key. */
  repeat?: boolean;
  /** The service takes one comma-joined value too. */
  comma?: boolean;
  maxItems?: number;
  pattern?: string;
  /** Type of the items of a stack. */
  itemType?: string;
  /** Listed in the specification or in the published OpenAPI. */
  documented?: boolean;
  /** Absent: listed, but the service ignores it. */
  implemented?: boolean;
  doc?: string;
  note?: string;
}

/** A default: of a list a list, of an object the empty one. */
export type EndpointDefault = string | number | boolean | string[] | { [name: string]: never };

/** A rule between parameters. */
export interface EndpointRule {
  op: string;
  params: string[];
  anyOf?: string[];
  need?: string;
  max?: number;
  when?: string;
  /** Absent: not refused, but without effect. */
  enforced?: boolean;
}

/** Pages by `limit` and `offset`. */
export interface EndpointPage {
  default: number;
  max: number;
  sortable?: boolean;
  /** Field that holds the rows; absent: the response is the array itself. */
  rows?: string;
  rowType: string;
  order?: string;
  notes?: string[];
}

/** Pagination of the live service. */
export interface EndpointLivePage extends EndpointPage {
  style: "offset" | "cursor" | "limit";
  cursor?: { send?: string[]; take?: string[]; fromEnvelope?: boolean; inclusive?: boolean };
  keyset?: {
    desc: string;
    asc: string;
    field: string;
    inclusive?: boolean;
    dedupeBy: string;
    exact?: string;
    warning?: string;
  };
  /** Status of a limit over the cap. */
  statusOverMax?: string;
  /** How the last page shows. */
  end?: string;
  /**
   * The fields that identify a row, as dotted paths separated by spaces; of paths joined by `|` the first that has a value. Without it
   * the operation has no pager.
   */
  id?: string;
  /** The server drops stale rows after it has cut the page: a short page need not be the last. */
  stale?: boolean;
  /** What rows are sorted by changes while they are read, so that they move: docs/paging.md. */
  moves?: boolean;
}

/**
 * The endpoint table: the 83 operations of the specification, which is TON Center's documentation, in its order. Rows with
 * `beyondSpecification` are the last of their category.
 */
export function endpoints(): readonly EndpointRow[];
