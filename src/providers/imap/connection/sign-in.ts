import { createHmac } from "node:crypto";
import type { ImapFlow, ImapFlowOptions } from "imapflow";
import { type ImapError, isRateLimited, isSignInFailure } from "./errors.ts";

/** Ways to sign in with a password: SASL mechanisms (RFC 3501 §6.2.2), and the command LOGIN. */
const WAYS = ["AUTH=PLAIN", "LOGIN", "AUTH=LOGIN", "AUTH=CRAM-MD5"] as const;
export type SignInWay = (typeof WAYS)[number];

/** What has been tried at a server. */
export interface SignIn {
	/** The way that worked before, to begin with. */
	known: SignInWay | null;
	tried: Set<SignInWay>;
	refusals: ImapError[];
	/** The server offers more, and has closed the connection. */
	isInterrupted: boolean;
}

/** What imapflow does not declare. */
interface Internals {
	options: { auth: { user: string; pass: string; loginMethod?: string } };
	state: number;
	states: { NOT_AUTHENTICATED: number };
	expectCapabilityUpdate: boolean;
	authenticated: string | boolean;
	authenticate(): Promise<unknown>;
	setAuthenticationState(): Promise<void>;
	write(line: string): void;
	exec(
		command: string,
		attributes: { type: string; value: string }[],
		options: { onPlusTag(response: { attributes?: { value?: string }[] }): Promise<void> },
	): Promise<{ next(): void }>;
}

type Client = new (options: ImapFlowOptions) => ImapFlow;

/**
 * A client that tries each way to sign in that the server offers: some refuse one that they offer.
 * @param signIn also says which ways a connection that was closed meanwhile has tried
 */
export function signingIn(Base: Client, signIn: SignIn): Client {
	return class extends Base {
		async authenticate(): Promise<unknown> {
			const self = this as unknown as Internals;
			const inherited = (Base.prototype as unknown as Internals).authenticate;
			if (self.state !== self.states.NOT_AUTHENTICATED) return inherited.call(self);
			const offered = waysOf(this, signIn).filter((way) => !signIn.tried.has(way));
			if (offered.length === 0 && signIn.refusals.length === 0) return inherited.call(self);
			for (const [index, way] of offered.entries()) {
				signIn.tried.add(way);
				try {
					if (way === "AUTH=CRAM-MD5") await cramMd5(self);
					else {
						self.options.auth.loginMethod = way;
						await inherited.call(self);
					}
					signIn.known = way;
					return true;
				} catch (cause) {
					if (!isRefused(cause as ImapError)) throw cause;
					signIn.refusals.push(cause as ImapError);
					signIn.isInterrupted = !this.usable && index < offered.length - 1;
					if (!this.usable) break;
				}
			}
			throw worst(signIn.refusals);
		}
	} as unknown as Client;
}

function waysOf({ capabilities }: ImapFlow, { known }: SignIn): SignInWay[] {
	const offered = WAYS.filter((way) => (way === "LOGIN" ? !capabilities.has("LOGINDISABLED") : capabilities.has(way)));
	return known === null ? offered : [known, ...offered.filter((way) => way !== known)];
}

/** The server does not accept the way, or the password. */
function isRefused(error: ImapError): boolean {
	if (isRateLimited(error)) return false;
	return isSignInFailure(error) || (error.authenticationFailed === true && error.responseStatus === "BAD");
}

/** The refusal that says most: one of the password, otherwise the first. */
function worst(refusals: readonly ImapError[]): ImapError {
	const ofPassword = refusals.findLast(({ serverResponseCode }) => serverResponseCode === "AUTHENTICATIONFAILED");
	return ofPassword ?? (refusals[0] as ImapError);
}

/** RFC 2195. */
async function cramMd5(client: Internals): Promise<void> {
	const { user, pass } = client.options.auth;
	client.expectCapabilityUpdate = true;
	try {
		const response = await client.exec("AUTHENTICATE", [{ type: "ATOM", value: "CRAM-MD5" }], {
			async onPlusTag({ attributes }) {
				const challenge = Buffer.from(attributes?.[0]?.value ?? "", "base64");
				const digest = createHmac("md5", pass).update(challenge).digest("hex");
				client.write(Buffer.from(`${user} ${digest}`).toString("base64"));
			},
		});
		response.next();
	} catch (cause) {
		throw Object.assign(cause as ImapError, { authenticationFailed: true });
	}
	client.authenticated = user;
	await client.setAuthenticationState();
}
