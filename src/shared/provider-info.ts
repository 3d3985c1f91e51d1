/** What server and web app both know of a kind of mailbox; `src/providers/<kind>/info.ts` declares it. */
export interface ProviderInfo {
	/** The folder's name under `src/providers`: lower-case letters. */
	kind: string;
	/** As the hub lists it. */
	name: string;
	/** For headers, the account switcher and sentences. */
	shortName: string;
	/** How a user connects one. */
	connect: ConnectMethod;
	/** The URL of a thread in the provider's own web mail; absent: threads have none. @param threadId the provider's */
	webMailUrl?: (email: string, threadId: string) => string;
}

/** OAuth scopes (RFC 6749 §3.3) that the provider is asked for. */
export interface ConsentScopes {
	/** Always: who the user is, and staying connected. */
	identity: readonly string[];
	/** In addition, for a read-only mailbox. */
	read: readonly string[];
	/** In addition, for a mailbox with full access. */
	full: readonly string[];
	/** In addition, once the user asks for a feature. */
	extras: { readonly serverRules?: string; readonly permanentDelete?: string };
}

export type ConnectMethod =
	| {
			/** Consent at an OAuth 2.0 authorization server. */
			by: "consent";
			/** Who shows the consent page. */
			issuer: string;
			/** Functions of the API about these mailboxes (`src/shared/contracts/consent.ts`): `gmail-auth`. */
			functions: readonly ["auth-init", "auth", ...("refresh" | "sync" | "update-email")[]];
			scopes: ConsentScopes;
	  }
	/** Names of mail servers, and a password. */
	| { by: "servers" }
	/** Uploaded files. */
	| { by: "files" }
	/** Nothing: the mailbox is filled with sample data. */
	| { by: "sample" };

/** Declares a kind of mailbox; exists so that it is type-checked where it is written. */
export function defineProviderInfo<const T extends ProviderInfo>(info: T): T {
	return info;
}
