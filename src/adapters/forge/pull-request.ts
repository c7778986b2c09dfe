/** A repository of a forge. Owner and name are compared without case, as forges do. */
export interface RepositoryAddress {
  /** In small letters, with a port where there is one. */
  readonly host: string;
  readonly owner: string;
  readonly name: string;
}

/** A pull request as somebody names it; the forge may know its repository by another name by now. */
export interface PullAddress extends RepositoryAddress {
  readonly number: number;
}

/** A pull request as the forge tells it. All text in it is of people and untrusted. */
export interface PullRequest {
  /** By the name that its repository has now, which may be another than was asked for. */
  readonly address: PullAddress;
  /** As the forge knows it in its own interfaces. */
  readonly nodeId: string;
  readonly title: string;
  /** Markdown; "" for none. */
  readonly body: string;
  readonly url: string;
  readonly author: string;
  readonly baseRef: string;
  /** The tip of the base as the forge says, which may be long out of date: never where a diff starts. */
  readonly statedBase: string;
  readonly headRef: string;
  readonly headSha: string;
  /** Where the head's branch lies; absent where that repository was deleted. */
  readonly headRepository?: { readonly owner: string; readonly name: string };
  readonly state: "open" | "closed" | "merged";
  readonly isDraft: boolean;
  readonly isPrivate: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly size?: PullSize;
}

export interface PullSize {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

/** A pull request in a list. */
export interface PullSummary {
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly author: string;
  readonly baseRef: string;
  readonly headRef: string;
  readonly headSha: string;
  readonly isDraft: boolean;
  /** ISO 8601, as all times here. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Absent where the forge did not tell. */
  readonly size?: PullSize;
  readonly reviewState?: "approved" | "changes-requested" | "review-required" | "none";
}

/** The open pull requests of a repository, and what of them could not be read. */
export interface PullList {
  /** "owner/name", as it is now. */
  readonly repository: string;
  /** Newest first. */
  readonly pulls: readonly PullSummary[];
  /** How many there are; more than `pulls` where the list was cut. */
  readonly total: number;
  readonly notes: readonly string[];
}

/** What git needs to get the two sides of a pull request. */
export interface PullRemote {
  /** Without any credential. */
  readonly url: string;
  /** The full names of the refs of the head and of the base, at the forge. */
  readonly headRef: string;
  readonly baseRef: string;
  /** What git shows to exactly the host of `url`; absent where there is no token. Never printed or stored. */
  readonly credential?: GitCredential;
}

export interface GitCredential {
  /** The address that it is for: scheme, host, port and nothing else. */
  readonly origin: string;
  readonly username: string;
  readonly password: string;
}

/** Who asks, where the forge was told. */
export interface Viewer {
  readonly login: string;
}
