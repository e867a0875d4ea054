/**
 * `ton-edge/endpoints`: the operations of TON Center as data: paths, parameters, pages, cache times and costs.
 *
 * @packageDocumentation
 */
/** One operation of TON Center: a row of the endpoint table. Properties that do not apply are absent. */
export interface EndpointRow {
  generation: "v2" | "v3";
  verb: "GET" | "POST";
  /** For reads of v2: the service also accepts POST. */
  alsoPost?: boolean;
  /** The live service has the operation, but the specification does not list it. */
  beyondSpecification?: boolean;
  /** Path after `/api/v2` or `/api/v3`, with its leading slash. */
  path: string;
  name: string;
  /** Name of the parameter type. */
  request: string;
  aliases?: string[];
  category: string;
  title: string;
  doc?: string;
  notes?: string[];
  params?: EndpointParam[];
  rules?: EndpointRule[];
  /** Pagination according to the specification. */
  page?: EndpointPage;
  /** Pagination of the live service. */
  livePage?: EndpointLivePage;
  /** Name of the result type; `X[]` is a bare array. */
  result: string;
  /** For an operation without pages: the field that is a list (or null) in every result. */
  list?: string;
  cache: { class: string; ttl: number; immutableWhen?: string; immutableTtl?: number };
  idempotent?: boolean;
  sideEffect?: boolean;
  rpc?: boolean;
  rpcAliases?: string[];
}

/** A parameter of an operation. */
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
  /** A list is sent by repeating the parameter. */
  repeat?: boolean;
  /** The service also accepts one value whose items are separated by commas. */
  comma?: boolean;
  maxItems?: number;
  pattern?: string;
  /** Type of the items if the parameter is a stack. */
  itemType?: string;
  /** Listed in the specification or in the published OpenAPI. */
  documented?: boolean;
  /** Absent: the parameter is listed, but the service ignores it. */
  implemented?: boolean;
  doc?: string;
  note?: string;
}

/** A default value: an array for a list, `{}` for an object. */
export type EndpointDefault = string | number | boolean | string[] | { [name: string]: never };

/** A rule between parameters. */
export interface EndpointRule {
  op: string;
  params: string[];
  anyOf?: string[];
  need?: string;
  max?: number;
  when?: string;
  /** `true`: the service refuses a request that breaks the rule. Absent: it ignores the parameter. */
  enforced?: boolean;
}

/** Pagination by `limit` and `offset`. */
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
  /** HTTP status of a response to a `limit` above the maximum. */
  statusOverMax?: string;
  /** How a client recognizes the last page. */
  end?: string;
  /**
   * The fields that identify a row: dotted paths separated by spaces; of alternatives joined by `|`, the first one with a value. An
   * operation without `id` has no pager.
   */
  id?: string;
  /** The server drops stale rows after it cuts the page, so a short page need not be the last. */
  stale?: boolean;
  /** The value that rows are sorted by may change during pagination, so rows move between pages: see `docs/paging.md` in the package. */
  moves?: boolean;
}

/**
 * Returns the endpoint table: the 83 operations of the specification (TON Center's documentation), in its order. Rows with
 * `beyondSpecification` come last in their category.
 */
export function endpoints(): readonly EndpointRow[];
