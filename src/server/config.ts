import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import type { z } from "zod";
import { softwareName } from "#shared/brand.ts";
import type { ModelProvider } from "#shared/model.ts";
import { trimEndOf, trimStartOf } from "#shared/trim.ts";
import { environment, SECRET_LENGTH } from "./environment.ts";
import { ownSecret } from "./own-secret.ts";
import { makePrivate } from "./private-folder.ts";

/** The only file that reads the environment. Everything else receives a `Config`. */

/** An invalid setting; the message names it and what to write instead. */
export class ConfigError extends Error {
	override name = "ConfigError";
}

export type Role = "web" | "worker";

/** OAuth client registration at a sign-in provider. */
export interface SignInClient {
	clientId: string;
	clientSecret: string;
	/** Base URL of the OpenID Connect discovery document, without a trailing slash; null: the provider's own. */
	url: string | null;
}

/** An S3-compatible store. */
export interface S3Config {
	/** Endpoint URL without the bucket. */
	endpoint: string;
	bucket: string;
	region: string;
	accessKeyId: string;
	secretAccessKey: string;
	/** Key prefix without leading and trailing slashes; may be empty. */
	prefix: string;
	/** The bucket is in the path instead of the host name. */
	forcePathStyle: boolean;
}

/** The language model that all users may use. */
export interface ServerModel {
	provider: ModelProvider;
	/** Without a trailing slash; null: the provider's own. May be on a private network, as the operator chose it. */
	baseUrl: string | null;
	model: string;
	apiKey: string | null;
	/** Limits of each user and day (UTC). 0: none. */
	tokensPerDay: number;
	dollarsPerDay: number;
	/** US dollars per million tokens; 0: free. */
	inputPrice: number;
	outputPrice: number;
}

/** Payment of plans with Stripe. */
interface StripeConfig {
	secretKey: string;
	/** Verifies the signatures of events. */
	webhookSecret: string;
	/** Base URL of the API. */
	url: string;
}

export interface Config {
	production: boolean;
	port: number;
	host: string;
	/** Public URL of the server, without a trailing slash. */
	baseUrl: string;
	/** Absolute path. */
	dataDir: string;
	/** Null: the embedded database. */
	databaseUrl: string | null;
	/** The same PostgreSQL without a pooler, for LISTEN; null: `databaseUrl` is used where possible. */
	databaseListenUrl: string | null;
	/** Maximum number of connections to PostgreSQL. */
	databasePool: number;
	roles: ReadonlySet<Role>;
	/** Mailboxes that one worker syncs concurrently. */
	workerSyncs: number;
	/** Connections to mail servers that a worker keeps open for push (IMAP IDLE); further mailboxes are polled. */
	watchConnections: number;
	/** Key material for cookies and stored credentials. */
	secret: string;
	/** Start although the stored data was encrypted with another secret. */
	acceptNewSecret: boolean;
	signUp: "open" | "invite" | "closed";
	/** Cost of new password hashes: log2 of scrypt's N. */
	passwordCost: number;
	/** Addresses of DNS servers, with ports where they are not 53; null: the system's. */
	dnsServers: string[] | null;
	allowPrivateHosts: boolean;
	/** Trust X-Forwarded-For: only behind a proxy that sets it. */
	trustProxy: boolean;
	logLevel: "debug" | "info" | "warn" | "error" | "silent";
	/** Threads that parse mail; null: one less than the number of cores. */
	parseWorkers: number | null;
	/** Whether the text of attachments is read and searched. */
	attachmentSearch: boolean;
	uploadLimitBytes: number;
	/** Storage quota per user in bytes; null: no limit. */
	storageQuotaBytes: number | null;
	/**
	 * Free space of the data folder's disk: below `reserveBytes` writes are rejected (0: never). `ballastBytes`: kept for the
	 * embedded database in case the disk fills up all the same.
	 */
	disk: { reserveBytes: number; warnBytes: number; ballastBytes: number };
	/** A blocked event loop is logged after `warnMs`, and the process is killed after `limitMs` (0: never). */
	eventLoop: { warnMs: number; limitMs: number };
	/** SMTP server for the product's own mail; null: none is sent. */
	smtpUrl: string | null;
	/** From address of the product's own mail. */
	mailFrom: string;
	/** Recipient of contact form messages; null: the operator's own address. */
	contactEmail: string | null;
	/** Null: no such button. */
	microsoft: SignInClient | null;
	google: SignInClient | null;
	/** Outgoing mail of each mailbox; null: what its provider documents. */
	sending: { messagesPerMinute: number | null; recipientsPerDay: number | null };
	/** A worker prepares the mail of new demo mailboxes ahead of time. */
	prepareDemo: boolean;
	/** Domains, in lower case, whose addresses the validator reports as blocked for all users. */
	blockedDomains: string[];
	/** Mailbox checks: the name in EHLO (null: of `baseUrl`), the port, milliseconds between sessions with a provider. */
	probe: { heloName: string | null; port: number; intervalMs: number };
	/** Where the RDAP server of a top-level domain is looked up (RFC 9224). */
	rdapBootstrapUrl: string;
	/** Null: users without their own model get the built-in engine. */
	model: ServerModel | null;
	/** Null: no payments, and nothing is charged. */
	stripe: StripeConfig | null;
	/** Object store of raw messages; null: the data folder. */
	s3: S3Config | null;
	/** Every environment variable that is set, for the settings that providers declare. */
	variables: Readonly<Record<string, string>>;
	version: string;
}

/**
 * Reads and validates the settings; creates the data folder and, on first start, its secret.
 * @throws ConfigError naming the setting and what to write
 */
export function readConfig(env: Record<string, string | undefined>): Config {
	const given = Object.fromEntries(
		Object.entries(env).flatMap(([name, value]) =>
			value === undefined || value === "" ? [] : [[name, value] as const],
		),
	);
	const e = parseSettings(environment, given);
	const dataDir = resolve(e.DATA_DIR);
	makeDataDir(dataDir);
	const baseUrl = trimEndOf(e.BASE_URL ?? `http://localhost:${e.PORT}`, "/");
	return {
		production: e.NODE_ENV === "production",
		port: e.PORT,
		host: e.HOST,
		baseUrl,
		dataDir,
		databaseUrl: e.DATABASE_URL ?? null,
		databaseListenUrl: listenUrl(e.DATABASE_LISTEN_URL, e.DATABASE_URL),
		databasePool: e.DATABASE_POOL,
		roles: readRoles(e.ROLE, e.DATABASE_URL),
		workerSyncs: e.WORKER_SYNCS,
		watchConnections: e.WATCH_CONNECTIONS,
		secret: e.MAILSTEAD_SECRET ?? readSecret(dataDir),
		acceptNewSecret: e.ACCEPT_NEW_SECRET,
		signUp: e.SIGN_UP,
		passwordCost: e.PASSWORD_COST,
		dnsServers: e.DNS_SERVERS ?? null,
		allowPrivateHosts: e.ALLOW_PRIVATE_HOSTS,
		trustProxy: e.TRUST_PROXY,
		logLevel: e.LOG_LEVEL,
		parseWorkers: e.PARSE_WORKERS ?? null,
		attachmentSearch: e.ATTACHMENT_SEARCH,
		uploadLimitBytes: e.UPLOAD_LIMIT_GB * 1e9,
		storageQuotaBytes: e.STORAGE_QUOTA_MB === 0 ? null : e.STORAGE_QUOTA_MB * 1e6,
		disk: {
			reserveBytes: e.DISK_RESERVE_MB * 1e6,
			warnBytes: e.DISK_WARN_MB * 1e6,
			ballastBytes: e.DISK_BALLAST_MB * 1e6,
		},
		eventLoop: { warnMs: e.EVENT_LOOP_WARN_MS, limitMs: e.EVENT_LOOP_LIMIT_SECONDS * 1000 },
		smtpUrl: e.SMTP_URL ?? null,
		mailFrom: e.MAIL_FROM ?? `no-reply@${new URL(baseUrl).hostname}`,
		contactEmail: e.CONTACT_EMAIL ?? null,
		microsoft: signInClient("MICROSOFT", e.MICROSOFT_CLIENT_ID, e.MICROSOFT_CLIENT_SECRET, e.MICROSOFT_SIGN_IN_URL),
		google: signInClient("GOOGLE", e.GOOGLE_CLIENT_ID, e.GOOGLE_CLIENT_SECRET, e.GOOGLE_SIGN_IN_URL),
		sending: { messagesPerMinute: e.SEND_PER_MINUTE ?? null, recipientsPerDay: e.SEND_PER_DAY ?? null },
		prepareDemo: e.PREPARE_DEMO,
		probe: { heloName: e.PROBE_HELO_NAME ?? null, port: e.PROBE_PORT, intervalMs: 1_000 },
		rdapBootstrapUrl: e.RDAP_BOOTSTRAP_URL,
		blockedDomains: e.BLOCKED_DOMAINS,
		model: serverModel(e),
		stripe: stripeConfig(e),
		s3: s3Store(e),
		variables: given,
		version: ownVersion(),
	};
}

/** @throws ConfigError naming each invalid setting and what to write */
export function parseSettings<Settings extends z.ZodObject>(
	settings: Settings,
	variables: Config["variables"],
): z.output<Settings> {
	const parsed = settings.safeParse(variables);
	if (parsed.success) return parsed.data;
	const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
	throw new ConfigError(`${softwareName} cannot start with these settings.\n${lines.join("\n")}`);
}

function signInClient(
	name: string,
	clientId: string | undefined,
	clientSecret: string | undefined,
	url: string | undefined,
): SignInClient | null {
	if (clientId === undefined && clientSecret === undefined) return null;
	if (clientId === undefined || clientSecret === undefined)
		throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: set both, or neither.`);
	return { clientId, clientSecret, url: url === undefined ? null : trimEndOf(url, "/") };
}

function serverModel(e: z.infer<typeof environment>): ServerModel | null {
	const { AI_PROVIDER: provider, AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey } = e;
	if (model === undefined) {
		if (baseUrl === undefined && apiKey === undefined) return null;
		throw new ConfigError("AI_MODEL: name the model, such as llama3.1.");
	}
	if (baseUrl === undefined && apiKey === undefined)
		throw new ConfigError("AI_MODEL needs AI_BASE_URL, such as http://localhost:11434/v1 for Ollama, or AI_API_KEY.");
	return {
		...{ provider, model, apiKey: apiKey ?? null, baseUrl: baseUrl === undefined ? null : trimEndOf(baseUrl, "/") },
		...{ tokensPerDay: e.AI_TOKENS_PER_DAY, dollarsPerDay: e.AI_DOLLARS_PER_DAY },
		...{ inputPrice: e.AI_INPUT_PRICE, outputPrice: e.AI_OUTPUT_PRICE },
	};
}

function stripeConfig(e: z.infer<typeof environment>): StripeConfig | null {
	const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: url } = e;
	if (secretKey === undefined && webhookSecret === undefined) return null;
	if (secretKey === undefined || webhookSecret === undefined)
		throw new ConfigError("STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both, or neither.");
	return { secretKey, webhookSecret, url };
}

function s3Store(e: z.infer<typeof environment>): S3Config | null {
	const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = e;
	if (bucket === undefined && accessKeyId === undefined && secretAccessKey === undefined && e.S3_ENDPOINT === undefined)
		return null;
	if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
		throw new ConfigError("S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set all, or none.");
	const endpoint = new URL(e.S3_ENDPOINT ?? `https://s3.${e.S3_REGION}.amazonaws.com`);
	return {
		endpoint: trimEndOf(endpoint.href, "/"),
		bucket,
		region: e.S3_REGION,
		accessKeyId,
		secretAccessKey,
		prefix: trimEndOf(trimStartOf(e.S3_PREFIX, "/"), "/"),
		// Path style for hosts that are IP addresses, and for bucket names with dots, which do not match a TLS wildcard
		// certificate.
		forcePathStyle:
			e.S3_FORCE_PATH_STYLE || isIP(endpoint.hostname.replace(/^\[|\]$/g, "")) !== 0 || bucket.includes("."),
	};
}

function listenUrl(given: string | undefined, databaseUrl: string | undefined): string | null {
	if (given !== undefined && databaseUrl === undefined)
		throw new ConfigError("DATABASE_LISTEN_URL: it bypasses a pooler in front of DATABASE_URL. Set that as well.");
	return given ?? null;
}

function readRoles(text: string, databaseUrl: string | undefined): ReadonlySet<Role> {
	const roles = text.split(",").map((part) => part.trim());
	for (const role of roles)
		if (role !== "web" && role !== "worker")
			throw new ConfigError(`ROLE: "${role}" is not a role; write web, worker, or web,worker`);
	if (databaseUrl === undefined && roles.length < 2)
		throw new ConfigError(
			"ROLE: the embedded database serves one process, so it needs web,worker; set DATABASE_URL to split",
		);
	return new Set(roles as Role[]);
}

function makeDataDir(dataDir: string): void {
	try {
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	} catch (cause) {
		throw new ConfigError(`DATA_DIR: the folder ${dataDir} cannot be created (${(cause as Error).message})`, { cause });
	}
	const refusal = makePrivate(dataDir);
	if (refusal !== null) throw new ConfigError(`DATA_DIR: ${refusal}.`);
}

function readSecret(dataDir: string): string {
	const secret = ownSecret(dataDir);
	if (secret.length >= SECRET_LENGTH) return secret;
	throw new ConfigError(
		`The secret in ${join(dataDir, "secret")} is ${secret === "" ? "empty" : "too short"}: it was damaged. Restore the file from a backup. If it is lost, delete the file and start with ACCEPT_NEW_SECRET=on: stored mailbox passwords and authenticator apps must then be set up again.`,
	);
}

function ownVersion(): string {
	const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
	return (JSON.parse(text) as { version: string }).version;
}

/** Derives a key for one purpose from the secret, so that no two uses share a key. @returns 32 bytes */
export function deriveKey(config: Config, purpose: string): Buffer {
	return createHash("sha256").update(`mailstead:${purpose}:`).update(config.secret).digest();
}
