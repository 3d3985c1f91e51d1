import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * Network access goes through `ctx.net`. The exceptions, by file, with what they do instead; decision note 7 has the
 * reasons. Folders end with a slash.
 */
const EXCEPTIONS: Record<string, string> = {
	"src/server/platform/net/": "this is it",
	"src/server/server.ts": "listens",
	"src/server/db/embedded-wire.ts": "listens on this machine, for backups of the embedded database",
	"src/server/db/": "PostgreSQL at DATABASE_URL",
	"src/server/backup/": "PostgreSQL at DATABASE_URL",
	"src/server/platform/events/": "PostgreSQL at DATABASE_URL",
	"src/server/platform/s3/request.ts": "the operator's object store",
	"src/server/platform/system-mail/mailer.ts": "the operator's SMTP_URL",
	"src/server/identity/auth/identities/provider-flows.ts": "sign-in with Google and Microsoft, with openid-client",
	"src/server/identity/auth/identities/providers/": "OpenID Connect of Google and Microsoft, with openid-client",
	"src/providers/shared/oauth.ts": "OAuth of Google and Microsoft, with openid-client",
	"src/providers/gmail/consent.ts": "the Gmail API",
	"src/providers/gmail/api/transport.ts": "the Gmail API, with connections that stay open",
	"src/providers/outlook/consent.ts": "Microsoft Graph",
	"src/providers/outlook/api/transport.ts": "Microsoft Graph, with connections that stay open",
	"src/providers/imap/": "imapflow, nodemailer and ManageSieve, at addresses that `resolveHost` checked",
};

const SOCKETS = /^import (?!type )(.*) from "node:(?:dns|dns\/promises|dgram|net|tls|http|https|http2)";$/gm;
const LIBRARIES =
	/^import (?!type ).* from "(?:undici|pg|nodemailer|nodemailer\/lib\/smtp-connection|imapflow|openid-client)";$/m;
const LAZY =
	/\bimport\("(?:node:(?:dns|dns\/promises|dgram|net|tls|http|https|http2)|undici|pg|nodemailer|nodemailer\/lib\/smtp-connection|imapflow|openid-client)"\)/;
const FETCH = /(?<![\w.`'"])(?:fetch|limitedFetch)\(/;
/** Names that only read or describe addresses. */
const HARMLESS = new Set(["isIP", "isIPv4", "isIPv6", "BlockList", "STATUS_CODES"]);

function opensConnections(text: string): boolean {
	const imported = [...text.matchAll(SOCKETS)].flatMap(([, names = ""]) =>
		names.split(/[{},]/).map((name) => name.trim()),
	);
	const isSocket = imported.some((name) => name !== "" && !name.startsWith("type ") && !HARMLESS.has(name));
	// A parameter or local function of that name is not the global one.
	const hasOwnFetch = /\bfetch: GuardedFetch|\bfunction fetch\(/.test(text);
	return isSocket || LIBRARIES.test(text) || LAZY.test(text) || (!hasOwnFetch && FETCH.test(text));
}

const files = globSync(["src/server/**/*.ts", "src/providers/**/*.ts", "src/tools/*/server/**/*.ts"]).filter(
	(path) => !/\.test\.ts$|\/testing(\/|\.ts$)|conformance|\/demo\/|\/web\//.test(path),
);

it("opens connections in the known files only", () => {
	const found = files.filter((path) => opensConnections(readFileSync(path, "utf8"))).sort();
	expect(files.length).toBeGreaterThan(300);
	const isKnown = (path: string): boolean =>
		Object.keys(EXCEPTIONS).some((known) => (known.endsWith("/") ? path.startsWith(known) : path === known));
	expect(found.filter((path) => !isKnown(path))).toEqual([]);
	const unused = Object.keys(EXCEPTIONS).filter((known) => !found.some((path) => path.startsWith(known)));
	expect(unused).toEqual([]);
});

it("receives answers of fetch within limits on bytes and time only", () => {
	const unlimited = files.filter((path) => {
		const text = readFileSync(path, "utf8");
		return (
			/\bglobalThis\.fetch\(|(?<![\w.`'"])fetch\(/.test(text) && !/\bfetch: GuardedFetch|\bfunction fetch\(/.test(text)
		);
	});
	expect(unlimited).toEqual([]);
});
