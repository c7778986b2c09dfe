import { readFileSync } from "node:fs";
import {
  buildSchema,
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
  Kind,
  parse,
  validate,
} from "graphql";
import { type Call, viewerOf } from "./call.ts";
import { mutations } from "./graphql-mutations.ts";
import { MissingObject, nodeObject, repositoryObject, userObject } from "./graphql-objects.ts";
import { Refusal } from "./refusals.ts";

const schema = buildSchema(readFileSync(new URL("generated/github-schema.graphql", import.meta.url), "utf8"));

export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

/** Answers a query by GitHub's own schema: errors come with status 200, as there. */
export async function answerGraphql(call: Call, request: GraphqlRequest): Promise<object> {
  const document = parsed(request.query);
  if (document instanceof GraphQLError) return { errors: [formatted(document)] };
  const faults = validate(schema, document);
  if (faults.length > 0) return { errors: faults.map(formatted) };
  const result = await execute({
    schema,
    document,
    rootValue: { ...queries(call), ...mutations(call) },
    variableValues: request.variables ?? {},
    ...(request.operationName !== undefined && { operationName: request.operationName }),
  });
  return {
    ...(result.data !== undefined && { data: result.data }),
    ...(result.errors && { errors: result.errors.map(formatted) }),
  };
}

/** The fields that a query or mutation asks for first: `repository`, `addPullRequestReview`. */
export function operationsOf(query: string): { readonly fields: readonly string[]; readonly writes: number } {
  const document = parsed(query);
  if (document instanceof GraphQLError) return { fields: [], writes: 0 };
  const fields: string[] = [];
  let writes = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const selection of definition.selectionSet.selections) {
      if (selection.kind === Kind.FIELD) fields.push(selection.name.value);
      if (definition.operation === "mutation") writes++;
    }
  }
  return { fields, writes };
}

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function queries(call: Call) {
  const node = ({ id }: { readonly id: string }) => {
    const found = call.state.nodes.get(id);
    const shown = found === undefined ? null : nodeObject(found, call);
    if (shown !== null) return shown;
    throw new MissingObject(`Could not resolve to a node with the global id of '${id}'`);
  };
  return {
    id: "Q_1",
    node,
    nodes: ({ ids }: { readonly ids: readonly string[] }) => ids.map((id) => node({ id })),
    viewer: () => userObject(viewerOf(call), call),
    repository: ({ owner, name }: { readonly owner: string; readonly name: string }) => {
      const fullName = `${owner}/${name}`;
      // A renamed repository is followed.
      const found = call.state.find(fullName) ?? call.state.moved.get(fullName.toLowerCase());
      if (found?.mayRead(call.viewer)) return repositoryObject(found, call);
      throw new MissingObject(`Could not resolve to a Repository with the name '${fullName}'.`);
    },
    rateLimit: () => call.graphqlRate(),
  };
}

const typeOfStatus: Readonly<Record<number, string>> = {
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  422: "UNPROCESSABLE",
};

interface GithubError extends GraphQLFormattedError {
  readonly type?: string;
}

function formatted(error: GraphQLError): GithubError {
  const { locations, path } = error;
  const cause = error.originalError;
  const at = { ...(path && { path }), ...(locations && { locations }) };
  if (cause instanceof MissingObject) return { type: "NOT_FOUND", ...at, message: cause.message };
  if (cause instanceof Refusal) {
    const paging = cause.errors[0];
    const type = typeof paging === "object" ? paging.code : typeOfStatus[cause.status];
    const texts = cause.errors.filter((text): text is string => typeof text === "string");
    const message = texts.length > 0 ? texts.join(", ").replace(/^Review /, "") : cause.message;
    return { ...(type !== undefined && { type }), ...at, message };
  }
  // A fault of the forge itself must not pass for one of GitHub's.
  if (cause !== undefined) throw cause;
  return { ...at, message: error.message };
}
