import type { Page } from "playwright-core";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { consentContract } from "#shared/contracts/consent.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { consentJourney } from "#test/emulators/consent-flow.ts";
import { type Google, startGoogle } from "#test/emulators/google.ts";
import { type Microsoft, startMicrosoft } from "#test/emulators/microsoft.ts";
import { freePort } from "#test/free-port.ts";
import { signInAt, type TestUser } from "#test/server.ts";
import { type App, addSession, startApp } from "./app.ts";
import { type MadeMessage, usualMessages } from "./cleaning-messages.ts";
import {
	atDovecot,
	atGoogle,
	atMicrosoft,
	dovecotClient,
	type MessageStates,
	storedStates,
} from "./cleaning-states.ts";
import { demoEmail, demoInstall } from "./demo-install.ts";

export type Kind = "demo" | "mbox" | "imap" | "gmail" | "outlook";

/** What a tool does in mailboxes at Google and Microsoft is a journey of `npm run test:release`. */
const named = [
	"demo",
	"mbox",
	"imap",
	...(process.env.TEST_LEG === "test" ? [] : (["gmail", "outlook"] as const)),
] as const;

/** All kinds of mailbox that are available on this machine; Dovecot may not be installed. */
export const everyKind: readonly Kind[] = named.filter((kind) => kind !== "imap" || dovecotPath !== null);

/**
 * The kinds that journeys of tools run in: one with a server in `npm test`, because the providers' conformance shows that
 * mail of each kind is moved, flagged and deleted; all of them in `npm run test:release`.
 */
export const kinds: readonly Kind[] = process.env.TEST_LEG === "test" ? everyKind.slice(-1) : everyKind;

/** State of a mailbox, here and, if it has one, at its provider: equal again after everything is undone. */
export interface MailboxState {
	stored: MessageStates;
	/** Null: demo and mbox have no provider. */
	atProvider: MessageStates | null;
}

/** A user with one mailbox. */
export interface CleaningMailbox {
	kind: Kind;
	accountId: string;
	user: TestUser;
	/** A page of the app, signed in as the user; `goto("/tool/…")` works. */
	open(options?: Parameters<App["open"]>[0]): Promise<Page>;
	/** Delivers mail at the provider; `sync` fetches it. Not supported by the demo mailbox. */
	deliver(message: MadeMessage): Promise<void>;
	/** Syncs, and waits for all jobs to finish. */
	sync(): Promise<void>;
	/** Waits for all jobs to finish, then reads the state of every message. */
	state(): Promise<MailboxState>;
}

export interface CleaningFixture {
	app: App;
	origin: string;
	/** The emulator, if that kind is available, to inspect or to inject failures. */
	google: Google | null;
	microsoft: Microsoft | null;
	dovecot: Dovecot | null;
	mailbox(kind: Kind): CleaningMailbox;
	close(): Promise<void>;
}

interface FixtureOptions {
	/** Absent: all available ones. */
	kinds?: readonly Kind[];
	/** Contents of each mailbox except the demo; absent: `usualMessages()`. */
	messages?: readonly MadeMessage[];
	env?: Record<string, string>;
}

const addresses = { gmail: "ann@gmail.example", outlook: "ann@outlook.example", imap: "ann@post.example" };
const owner = (email: string) => [{ email, name: "Ann Example" }];

/** The app with one connected, fully synced mailbox of each kind, each with its own user. */
export async function startCleaningFixture(options: FixtureOptions = {}): Promise<CleaningFixture> {
	const wanted = options.kinds ?? kinds;
	const messages = options.messages ?? usualMessages();
	const port = String(await freePort());
	const origin = `http://localhost:${port}`;
	const google = wanted.includes("gmail") ? await startGoogle({ origin, people: owner(addresses.gmail) }) : null;
	const microsoft = wanted.includes("outlook")
		? await startMicrosoft({ origin, people: owner(addresses.outlook) })
		: null;
	const dovecot = wanted.includes("imap") ? await startDovecot() : null;
	const env = { PORT: port, BASE_URL: origin, ALLOW_PRIVATE_HOSTS: "on", ...google?.env, ...microsoft?.env };
	const copyOf = wanted.includes("demo") ? await demoInstall() : null;
	const app = await startApp({ ...env, ...options.env }, copyOf === null ? {} : { copyOf });
	const makers: Record<Kind, Maker> = {
		demo: demoMaker,
		mbox: mboxMaker,
		imap: imapMaker(dovecot),
		gmail: gmailMaker(google, `${origin}/auth/gmail/callback`),
		outlook: outlookMaker(microsoft, `${origin}/auth/outlook/callback`),
	};
	const mailboxes = new Map<Kind, CleaningMailbox>();
	const drain = () => app.server.ctx.jobs.drain();
	for (const kind of wanted) {
		// All users share one IP address: reset the rate limits.
		await app.server.ctx.database.exec("delete from rate_limits", []);
		const email = kind === "demo" ? demoEmail : `${kind}@cleaning.example`;
		const owner = await (kind === "demo" ? signInAt(app.server.url, email) : app.server.signUp(email));
		const made = await makers[kind](owner, messages);
		await drain();
		const sync = async (): Promise<void> => {
			// A running sync may have listed the mailbox before the last change.
			await drain();
			await owner.client(accountsContract).syncAccount({ params: { id: made.accountId } });
			await drain();
		};
		const state = async (): Promise<MailboxState> => {
			await drain();
			const stored = await storedStates(app.server.ctx.database, owner.ownerId, made.accountId);
			return { stored, atProvider: await made.messageStates() };
		};
		mailboxes.set(kind, {
			kind,
			accountId: made.accountId,
			user: owner,
			open: (shown) => openAs(app, origin, owner, shown),
			deliver: made.deliver,
			sync,
			state,
		});
	}
	return {
		...{ app, origin, google, microsoft, dovecot },
		mailbox(kind) {
			const mailbox = mailboxes.get(kind);
			if (mailbox === undefined) throw new Error(`This installation has no ${kind} mailbox`);
			return mailbox;
		},
		async close() {
			await app.close();
			await google?.close();
			await microsoft?.close();
			await dovecot?.stop();
		},
	};
}

interface Made {
	accountId: string;
	deliver(message: MadeMessage): Promise<void>;
	messageStates(): Promise<MessageStates | null>;
}
type Maker = (owner: TestUser, messages: readonly MadeMessage[]) => Promise<Made>;

async function openAs(app: App, origin: string, owner: TestUser, shown: Parameters<App["open"]>[0]): Promise<Page> {
	const page = await app.open({ ...shown, origin });
	await addSession(page, owner, origin);
	return page;
}

const demoMaker: Maker = async (owner) => {
	const [account] = (await owner.client(accountsContract).listAccounts()).items;
	if (account === undefined) throw new Error("There is no demo mailbox");
	const deliver = () => Promise.reject(new Error("The demo mailbox takes no mail"));
	return { accountId: account.id, deliver, messageStates: async () => null };
};

const mboxMaker: Maker = async (owner, messages) => {
	const client = owner.client(accountsContract);
	const send = (mail: readonly MadeMessage[], account?: string) =>
		client.importMbox({ query: { filename: "letters.mbox", ...(account && { account }) } }, { bytes: mboxOf(mail) });
	const { account } = await send(messages);
	const deliver = async (message: MadeMessage) => void (await send([message], account.id));
	return { accountId: account.id, deliver, messageStates: async () => null };
};

/** An mbox in the format of Google Takeout, without categories. */
export function mboxOf(messages: readonly MadeMessage[]): Uint8Array<ArrayBuffer> {
	const folderNames = {
		...{ inbox: "Inbox", archive: "Archived", sent: "Sent", spam: "Spam", trash: "Trash" },
		receipts: "Archived,Receipts",
	};
	const entries = messages.map(({ raw, receivedAt, folder, isRead, isStarred }) => {
		const labels = [folderNames[folder], isRead ? "Opened" : "Unread", ...(isStarred ? ["Starred"] : [])].join(",");
		const [day, date, month, year, time] = new Date(receivedAt).toUTCString().replace(",", "").split(" ");
		const head = `From ann@example.org ${day} ${month} ${date} ${time} ${year}`;
		return `${head}\nX-Gmail-Labels: ${labels}\n${raw.replaceAll("\r\n", "\n").replaceAll(/^(>*From )/gm, ">$1")}\n`;
	});
	return new Uint8Array(Buffer.from(entries.join("")));
}

function imapMaker(dovecot: Dovecot | null): Maker {
	return async (owner, messages) => {
		if (dovecot === null) throw new Error("There is no Dovecot");
		const user: MailUser = await dovecot.addUser({ name: addresses.imap });
		const folders = {
			...{ inbox: "INBOX", archive: "Archive", sent: "Sent", spam: "Junk", trash: "Trash" },
			receipts: "Receipts",
		};
		for (const role of Object.keys(folders) as MadeMessage["folder"][]) {
			const mail = messages.filter(({ folder }) => folder === role);
			const stored = mail.map(({ raw, receivedAt, isRead, isStarred }) => ({
				raw,
				date: new Date(receivedAt),
				flags: `${isStarred ? "F" : ""}${isRead ? "S" : ""}`,
			}));
			if (stored.length > 0) await dovecot.load(user.user, stored, folders[role]);
		}
		const server = (port: number) => ({
			...{ host: "localhost", port, security: "tls" as const, certificate: dovecot.certificate },
		});
		const { account } = await owner.client(accountsContract).connectImap({
			body: {
				...{ email: addresses.imap, username: user.user, password: user.password },
				imap: server(dovecot.imapsPort),
				smtp: server(dovecot.submissionsPort),
			},
		});
		return {
			accountId: account.id,
			deliver: ({ raw }) => dovecot.deliver(user.user, raw),
			messageStates: () => atDovecot(dovecotClient(dovecot, user)),
		};
	};
}

function gmailMaker(google: Google | null, redirectUri: string): Maker {
	return async (owner, messages) => {
		if (google === null) throw new Error("There is no Google");
		const folderNames = {
			...{ inbox: ["INBOX"], archive: [], sent: ["SENT"], spam: ["SPAM"], trash: ["TRASH"] },
			receipts: ["Receipts"],
		};
		const add = ({ raw, receivedAt, folder, isRead, isStarred, category }: MadeMessage) =>
			google.addMessage(addresses.gmail, raw, {
				labels: [
					...folderNames[folder],
					...(isRead ? [] : ["UNREAD"]),
					...(isStarred ? ["STARRED"] : []),
					...(category === null ? [] : [`CATEGORY_${category}`]),
				],
				receivedAt,
			});
		for (const message of messages) add(message);
		const client = owner.client(consentContract);
		const { authUrl, state } = await client["gmail-auth-init"]({ body: { redirectUri, access: "full" } });
		const back = await consentJourney(authUrl, addresses.gmail);
		const code = back.searchParams.get("code") ?? "";
		const { account } = await client["gmail-auth"]({ body: { code, state, redirectUri } });
		return {
			accountId: account.id,
			deliver: async (message) => void add(message),
			messageStates: async () => atGoogle(google, addresses.gmail),
		};
	};
}

function outlookMaker(microsoft: Microsoft | null, redirectUri: string): Maker {
	return async (owner, messages) => {
		if (microsoft === null) throw new Error("There is no Microsoft");
		const folderNames = {
			inbox: "inbox",
			archive: "archive",
			sent: "sentitems",
			spam: "junkemail",
			trash: "deleteditems",
			receipts: "Receipts",
		};
		const add = ({ raw, receivedAt, folder, isRead, isStarred }: MadeMessage) =>
			microsoft.addMessage(addresses.outlook, raw, {
				...{ folder: folderNames[folder], receivedAt, isRead },
				flag: isStarred ? "flagged" : "notFlagged",
			});
		for (const message of messages) add(message);
		const client = owner.client(consentContract);
		const { authUrl, state } = await client["outlook-auth-init"]({ body: { redirectUri, access: "full" } });
		const back = await consentJourney(authUrl, addresses.outlook);
		const code = back.searchParams.get("code") ?? "";
		const { account } = await client["outlook-auth"]({ body: { code, state, redirectUri } });
		return {
			accountId: account.id,
			deliver: async (message) => void add(message),
			messageStates: async () => atMicrosoft(microsoft, addresses.outlook),
		};
	};
}
