import { z } from "zod";
import { modelProviders } from "#shared/model.ts";
import { amount, count, dnsServers, domainList, flag, webAddress } from "./environment-types.ts";

/**
 * The environment variables of the server, in groups. `description` and `unset` (what applies without the variable, where
 * the schema has no default) are what `docs/settings.md` and `.env.example` say: `npm run docs` writes them.
 */

/** Characters that a secret has at least. */
export const SECRET_LENGTH = 32;

const postgres = z
	.string()
	.regex(/^postgres(ql)?:\/\//, "write an address such as postgres://user:password@host:5432/name");

const server = z.object({
	PORT: count(0, 65_535).default(3000).meta({ description: "The port that the server listens on" }),
	HOST: z.string().min(1).default("127.0.0.1").meta({ description: "The address that the server listens on" }),
	BASE_URL: z
		.url({ protocol: /^https?$/, error: "write a complete URL such as https://mail.example.org" })
		.optional()
		.meta({
			description: "Public URL; set it behind a proxy or to use any host name other than localhost",
			unset: "`http://localhost:PORT`",
		}),
	TRUST_PROXY: flag.default(false).meta({ description: "Trust `X-Forwarded-For` from a proxy in front" }),
	SIGN_UP: z
		.enum(["open", "invite", "closed"], { error: "write open, invite or closed" })
		.default("open")
		.meta({ description: "`open`, `invite` or `closed`; the first user can always sign up" }),
	MAILSTEAD_SECRET: z.string().min(SECRET_LENGTH, "write at least 32 characters of randomness").optional().meta({
		description: "At least 32 characters; protects cookies and stored credentials",
		unset: "generated in `DATA_DIR`",
	}),
	ACCEPT_NEW_SECRET: flag.default(false).meta({
		description:
			"Start although the database was written with another secret, when that one is lost. Stored mailbox passwords and authenticator apps must then be set up again",
	}),
	PASSWORD_COST: count(10, 20).default(14).meta({
		description:
			"Cost of password hashes, from 10 to 20: each step doubles the time and memory of a sign-in (14: 32 MB). Applies to passwords set from then on",
	}),
	LOG_LEVEL: z
		.enum(["debug", "info", "warn", "error", "silent"])
		.default("info")
		.meta({ description: "`debug`, `info`, `warn`, `error` or `silent`" }),
	CONTACT_EMAIL: z.email("write one mail address").optional().meta({
		description: "Recipient of contact form messages, shown on the public pages",
		unset: "the operator's address",
	}),
});

const data = z.object({
	DATA_DIR: z
		.string()
		.min(1)
		.default("./data")
		.meta({ description: "Database, search index, raw mail, uploads and the secret" }),
	DATABASE_URL: postgres.optional().meta({ description: "PostgreSQL 15 or newer, instead of the embedded database" }),
	DATABASE_LISTEN_URL: postgres.optional().meta({
		description:
			"The same PostgreSQL, bypassing a pooler such as PgBouncer, so that events arrive immediately; without it they arrive up to half a second later",
		unset: "`DATABASE_URL`",
	}),
	DATABASE_POOL: count(2, 200).default(10).meta({ description: "Connections to PostgreSQL per process" }),
	UPLOAD_LIMIT_GB: count(1, 10_000).default(100).meta({ description: "Largest upload" }),
	STORAGE_QUOTA_MB: count(0, 1_000_000_000).default(0).meta({
		description:
			"Storage quota per user (`0`: no limit): emails, uploaded files, unfinished uploads, backups and exports. Set it when sign-up is open to the public",
	}),
	DISK_RESERVE_MB: count(0, 1_000_000)
		.default(500)
		.meta({ description: "Free space of `DATA_DIR` below which writes are rejected and jobs wait (`0`: never)" }),
	DISK_WARN_MB: count(0, 10_000_000)
		.default(2_000)
		.meta({ description: "Free space of `DATA_DIR` below which the log warns" }),
	DISK_BALLAST_MB: count(0, 10_000).default(32).meta({
		description:
			"Kept free in `DATA_DIR` for the embedded database, which uses it when the disk is full all the same (`0`: nothing)",
	}),
});

const objectStore = z.object({
	S3_BUCKET: z.string().optional().meta({
		description:
			"Store raw mail and finished exports in this bucket of an S3-compatible store instead of `DATA_DIR`; tested at startup",
	}),
	S3_ACCESS_KEY_ID: z.string().optional().meta({ description: "Access key of the bucket" }),
	S3_SECRET_ACCESS_KEY: z.string().optional().meta({ description: "Secret of the access key" }),
	S3_ENDPOINT: webAddress.optional().meta({ description: "Endpoint of the object store", unset: "Amazon's" }),
	S3_REGION: z.string().default("us-east-1").meta({ description: "Region of the object store" }),
	S3_PREFIX: z
		.string()
		.regex(/^[\w./-]*$/, "use only letters, digits, dots, dashes and slashes")
		.default("")
		.meta({ description: "Key prefix in a shared bucket" }),
	S3_FORCE_PATH_STYLE: flag.default(false).meta({
		description: "Put the bucket name in the path instead of the host name, as many self-hosted stores require",
	}),
});

const processes = z.object({
	ROLE: z
		.string()
		.default("web,worker")
		.meta({ description: "Roles of this process; separate roles require `DATABASE_URL`" }),
	WORKER_SYNCS: count(1, 500).default(4).meta({ description: "Mailboxes that one worker syncs concurrently" }),
	WATCH_CONNECTIONS: count(0, 50_000).default(500).meta({
		description: "Mailboxes a worker holds a connection to for new mail; the others are polled every five minutes",
	}),
	PARSE_WORKERS: count(1, 64).optional().meta({ description: "Threads that parse mail", unset: "cores minus one" }),
	EVENT_LOOP_WARN_MS: count(200, 60_000)
		.default(1_000)
		.meta({ description: "A job or request that blocks the server for this long is logged" }),
	EVENT_LOOP_LIMIT_SECONDS: count(0, 3_600).default(30).meta({
		description: "The process is killed and restarted when it was blocked for this long (`0`: never)",
	}),
});

const network = z.object({
	DNS_SERVERS: dnsServers
		.optional()
		.meta({ description: "DNS servers to query, e.g. `9.9.9.9, 127.0.0.1:5353`", unset: "the system's" }),
	ALLOW_PRIVATE_HOSTS: flag.default(false).meta({
		description: "Allow outbound requests and connections to mail servers to reach private addresses",
	}),
});

const systemMail = z.object({
	SMTP_URL: z
		.url({ protocol: /^smtps?$/, error: "write an address such as smtp://user:password@host:587" })
		.optional()
		.meta({
			description:
				"`smtp://user:password@host:587` or `smtps://…`: sends system mail; without it, sign-in links are written to the log",
		}),
	MAIL_FROM: z
		.email("write one mail address")
		.optional()
		.meta({ description: "Sender of system mail", unset: "`no-reply@` the host of `BASE_URL`" }),
});

const mailboxes = z.object({
	MICROSOFT_CLIENT_ID: z.string().optional().meta({
		description:
			'Shows "Continue with Microsoft", and lets users connect Outlook; register `BASE_URL/auth/callback` and `BASE_URL/auth/outlook/callback` as web redirect URIs for work, school and personal accounts, with Graph\'s delegated permissions `User.Read`, `Mail.ReadWrite`, `Mail.Send` and `MailboxSettings.ReadWrite`',
	}),
	MICROSOFT_CLIENT_SECRET: z.string().optional().meta({ description: "Secret of the Microsoft client" }),
	MICROSOFT_SIGN_IN_URL: webAddress.optional().meta({
		description: "Base URL of Microsoft's OpenID Connect configuration, for emulators",
		unset: "Microsoft's",
	}),
	GOOGLE_CLIENT_ID: z.string().optional().meta({
		description:
			'Shows "Continue with Google", and lets users connect Gmail; register `BASE_URL/auth/callback` and `BASE_URL/auth/gmail/callback`, enable the Gmail API, and add its scopes `gmail.readonly`, `gmail.labels`, `gmail.modify`, `gmail.send`, and two that are requested only when a user asks for what they allow: `gmail.settings.basic` to let Gmail run their filters, and `https://mail.google.com/` to delete email permanently',
	}),
	GOOGLE_CLIENT_SECRET: z.string().optional().meta({ description: "Secret of the Google client" }),
	GOOGLE_SIGN_IN_URL: webAddress.optional().meta({
		description: "Base URL of Google's OpenID Connect configuration, for emulators",
		unset: "Google's",
	}),
	SEND_PER_MINUTE: count(4, 10_000).optional().meta({
		description: "Messages sent per minute from one mailbox",
		unset: "what the provider documents: 30 for Outlook, otherwise 60",
	}),
	SEND_PER_DAY: count(4, 10_000_000).optional().meta({
		description: "Recipients sent to per day from one mailbox",
		unset: "what the provider documents: 500 for gmail.com, 10000 for Outlook, otherwise 2000",
	}),
	ATTACHMENT_SEARCH: flag
		.default(true)
		.meta({ description: "The text of attachments is read in the background and searched" }),
	PREPARE_DEMO: flag.default(true).meta({
		description:
			"A worker prepares the mail of new demo mailboxes at start and once a day, so that they are complete at once: 5 s of CPU time, and 115 MB in `DATA_DIR` that they share",
	}),
});

const addresses = z.object({
	BLOCKED_DOMAINS: domainList.default([]).meta({
		description:
			"Domains, separated by commas, whose addresses the validator reports as blocked for all users, e.g. `example.com, example.net`; users add their own in the tool",
	}),
	PROBE_HELO_NAME: z
		.string()
		.regex(/^[a-z\d-]+(?:\.[a-z\d-]+)+$/i, "write a host name such as mail.example.org")
		.optional()
		.meta({
			description:
				"The name that mailbox checks of the validator give to mail servers. It should lead to the server's public address, and that address back to it",
			unset: "the host of `BASE_URL`",
		}),
	PROBE_PORT: count(1, 65_535)
		.default(25)
		.meta({ description: "The port of mail servers, where a firewall redirects it" }),
	RDAP_BOOTSTRAP_URL: webAddress.default("https://data.iana.org/rdap/dns.json").meta({
		description: "Where the spam-risk analyzer looks up which registry knows the age of a domain (RFC 9224)",
	}),
});

const model = z.object({
	AI_MODEL: z.string().max(200).optional().meta({
		description:
			"A language model for all users, on any server, also a private one: `llama3.1` at `http://localhost:11434/v1` (Ollama, llama.cpp, vLLM). Without it, users who have no model of their own get the built-in engine",
	}),
	AI_BASE_URL: webAddress.optional().meta({
		description: "Where the model is; with a key alone, the provider's own URL is used",
	}),
	AI_PROVIDER: z
		.enum(modelProviders, { error: "write openai-compatible, anthropic or google" })
		.default("openai-compatible")
		.meta({ description: "The protocol: `openai-compatible`, `anthropic` or `google`" }),
	AI_API_KEY: z.string().optional().meta({ description: "API key of the model's server" }),
	AI_TOKENS_PER_DAY: count(0, 1_000_000_000)
		.default(200_000)
		.meta({ description: "Tokens per user and day (UTC) with this model; `0`: no limit" }),
	AI_DOLLARS_PER_DAY: amount
		.default(0)
		.meta({ description: "US dollars per user and day (UTC) with this model; `0`: no limit" }),
	AI_INPUT_PRICE: amount
		.default(0)
		.meta({ description: "Price of the model in US dollars per million input tokens, from which costs are counted" }),
	AI_OUTPUT_PRICE: amount
		.default(0)
		.meta({ description: "Price of the model in US dollars per million output tokens, from which costs are counted" }),
});

const payments = z.object({
	STRIPE_SECRET_KEY: z.string().optional().meta({
		description:
			"Users can pay for plans with Stripe: a secret key. Then enter the id of a recurring price in each plan that can be bought. Without it nothing is charged",
	}),
	STRIPE_WEBHOOK_SECRET: z.string().optional().meta({
		description:
			"The signing secret of a webhook endpoint `BASE_URL/api/v1/billing/events` with the events `checkout.session.completed`, `customer.subscription.created`, `customer.subscription.updated`, `customer.subscription.deleted`, `invoice.paid` and `invoice.payment_failed`",
	}),
	STRIPE_API_URL: webAddress
		.default("https://api.stripe.com")
		.meta({ description: "Stripe API base URL, for emulators" }),
});

/** The groups in the order of the documentation, by their headings there. */
export const settingGroups: Readonly<Record<string, z.ZodObject>> = {
	Server: server,
	Data: data,
	"Object store": objectStore,
	Processes: processes,
	Network: network,
	"System mail": systemMail,
	Mailboxes: mailboxes,
	"Addresses and domains": addresses,
	"Language model": model,
	Payments: payments,
};

export const environment = z.object({
	NODE_ENV: z.string().optional(),
	...server.shape,
	...data.shape,
	...objectStore.shape,
	...processes.shape,
	...network.shape,
	...systemMail.shape,
	...mailboxes.shape,
	...addresses.shape,
	...model.shape,
	...payments.shape,
});
