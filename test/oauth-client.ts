import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type {
	OAuthClientInformationMixed,
	OAuthClientMetadata,
	OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";

/** An AI client that signs in with OAuth, with everything that it stores: the official SDK's. */
export class OAuthClient implements OAuthClientProvider {
	readonly redirectUrl: string;
	readonly clientMetadata: OAuthClientMetadata;
	/** The authorization endpoint's URL that the user's browser is to open. */
	authorizationUrl: URL | null = null;
	information: OAuthClientInformationMixed | undefined;
	stored: OAuthTokens | undefined;
	verifier = "";
	readonly #server: string;

	constructor(server: string, name: string, redirectUrl: string) {
		this.#server = server;
		this.redirectUrl = redirectUrl;
		this.clientMetadata = { client_name: name, redirect_uris: [redirectUrl] };
	}

	state = (): string => "state of the client = 1e5 & more";
	clientInformation = (): OAuthClientInformationMixed | undefined => this.information;
	tokens = (): OAuthTokens | undefined => this.stored;
	codeVerifier = (): string => this.verifier;

	saveClientInformation(information: OAuthClientInformationMixed): void {
		this.information = information;
	}
	saveTokens(tokens: OAuthTokens): void {
		this.stored = tokens;
	}
	redirectToAuthorization(url: URL): void {
		this.authorizationUrl = url;
	}
	saveCodeVerifier(verifier: string): void {
		this.verifier = verifier;
	}

	/** Connects. Without a token it is refused, and `authorizationUrl` is set. @throws UnauthorizedError */
	async connect(): Promise<Client> {
		const client = new Client({ name: "test", version: "1" });
		// The SDK's type of the transport does not allow for exactOptionalPropertyTypes.
		await client.connect(this.transport() as unknown as Parameters<Client["connect"]>[0]);
		return client;
	}

	/** Exchanges the code that the browser brought. */
	async finish(code: string): Promise<void> {
		await this.transport().finishAuth(code);
	}

	private transport(): StreamableHTTPClientTransport {
		return new StreamableHTTPClientTransport(new URL("/mcp", this.#server), { authProvider: this });
	}
}
