/** Schemes of programs that are known to sign in to MCP servers; others must be reverse domain names (RFC 8252 §7.1). */
const APP_SCHEMES: ReadonlySet<string> = new Set(["claude:", "cursor:", "vscode:", "vscode-insiders:", "windsurf:"]);
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
const MAX_LENGTH = 500;

/** Whether authorization codes may be sent there: an https page, a program on the user's computer, or an app. */
export function isRedirectAllowed(text: string): boolean {
	if (text.length > MAX_LENGTH || text.includes("#") || !URL.canParse(text)) return false;
	const { protocol, hostname, username, password } = new URL(text);
	if (username !== "" || password !== "") return false;
	if (protocol === "https:") return true;
	if (protocol === "http:") return LOOPBACK.has(hostname);
	return APP_SCHEMES.has(protocol) || protocol.includes(".");
}

/** Whether an address is one that a client registered; on the user's computer any port is (RFC 8252 §7.3). */
export function isRegistered(registered: readonly string[], text: string): boolean {
	if (registered.includes(text)) return true;
	const wanted = withoutPort(text);
	return wanted !== null && registered.some((one) => withoutPort(one) === wanted);
}

function withoutPort(text: string): string | null {
	if (!isRedirectAllowed(text)) return null;
	const url = new URL(text);
	if (url.protocol !== "http:") return null;
	url.port = "";
	return url.href;
}

/** Where an address leads, for people: a host, or an app's scheme. */
export function destinationOf(redirectUri: string): string {
	const { protocol, host } = new URL(redirectUri);
	return /^https?:$/.test(protocol) ? host : protocol;
}
