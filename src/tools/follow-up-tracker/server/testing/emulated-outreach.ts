import { createGmailProvider } from "#providers/gmail/provider.ts";
import { connect as connectGmail, optionsFor } from "#providers/gmail/testing.ts";
import { createOutlookProvider } from "#providers/outlook/provider.ts";
import { connect as connectOutlook } from "#providers/outlook/testing.ts";
import type { Provider } from "#server/mail/provider/provider.ts";
import type { CampaignServer } from "#test/campaigns.ts";
import type { Faults } from "#test/emulators/faults.ts";
import { startGoogle } from "#test/emulators/google.ts";
import { startMicrosoft } from "#test/emulators/microsoft.ts";
import { type TestMailbox, testInstall } from "#test/mailbox.ts";
import { insideOf, type Outreach, serverOn } from "./outreach.ts";
import { mailOf } from "./sent-mail.ts";

/** A user who sends campaigns from one mailbox at an emulator of Gmail or Outlook. */
export interface EmulatedOutreach extends Outreach {
	/** Faults from now on; null: none. */
	fail(faults: Faults | null): void;
	/** Faults since the last `fail`. */
	struck(): number;
}

/** What the simulation needs of an emulator. */
interface Service {
	provider: CampaignServer["provider"];
	client: Provider;
	address: string;
	emulator: Pick<EmulatedOutreach, "fail" | "struck"> & { advance(seconds: number): void; close(): Promise<void> };
	connect(box: TestMailbox): Promise<string>;
	deliver(raw: Buffer, at: number): void;
	/** Messages in Sent. */
	sent(): { id: string; raw: Buffer }[];
}

/** Far above what a campaign needs: the budget follows the database's clock, and the campaign a fast one. */
const UNITS = { unitsPerMinute: 1_000_000, projectUnitsPerMinute: 1_000_000_000 };

const services = {
	async gmail(): Promise<Service> {
		const address = "ann@gmail.example";
		const emulator = await startGoogle({ people: [{ email: address, name: "Ann Example" }], newMessageIds: true });
		const options = { ...optionsFor(emulator), ...UNITS };
		return {
			...{ address, emulator, provider: { kind: "gmail", options }, client: createGmailProvider(options) },
			connect: (box) => connectGmail(box, emulator, address),
			deliver: (raw, receivedAt) => void emulator.addMessage(address, raw, { receivedAt }),
			sent: () => emulator.messages(address).filter(({ labels }) => labels.includes("SENT")),
		};
	},
	async outlook(): Promise<Service> {
		const address = "ann@outlook.example";
		const emulator = await startMicrosoft({ people: [{ email: address, name: "Ann Example" }] });
		const { clientId, clientSecret, apiUrl, signInUrl } = emulator;
		const options = { clientId, clientSecret, apiUrl, signInUrl };
		return {
			...{ address, emulator, provider: { kind: "outlook", options }, client: createOutlookProvider(options) },
			connect: (box) => connectOutlook(box, emulator, address),
			deliver: (raw, receivedAt) => void emulator.addMessage(address, raw, { receivedAt }),
			sent: () =>
				emulator
					.messages(address)
					.flatMap(({ immutableId, folder, raw }) => (folder === "Sent Items" ? [{ id: immutableId, raw }] : [])),
		};
	},
} satisfies Record<string, () => Promise<Service>>;

/** @param start epoch milliseconds */
export async function openEmulatedOutreach(kind: keyof typeof services, start: number): Promise<EmulatedOutreach> {
	const install = await testInstall();
	const { provider, client, address, emulator, ...service } = await services[kind]();
	let now = start;
	/** Of the emulator's clock, in seconds. */
	let ahead = 0;
	const setTime = (at: number): void => {
		const seconds = (at - Date.now()) / 1_000 - ahead;
		ahead += seconds;
		emulator.advance(seconds);
		now = at;
	};
	setTime(start);
	const server: CampaignServer = { ...serverOn(install, start), provider };
	const inside = insideOf(server, { provider: client, now: () => now });
	const accountId = await inside((box) => service.connect(box));
	const outbox = {
		...{ accountId, address },
		deliver: async (raw: string, at: number) => service.deliver(Buffer.from(raw, "latin1"), at),
	};
	const read = ({ id, raw: bytes }: { id: string; raw: Buffer }) => {
		const raw = bytes.toString("latin1");
		const to = /^To:\s*<?([^\s<>,@]+@[^\s<>,]+)/im.exec(raw)?.[1] ?? "";
		return { id, outbox, mail: mailOf({ from: address, to: [to], raw, login: null }) };
	};
	const seen = new Set<string>();
	return {
		...{ server, outboxes: [outbox], inside, setTime, fail: emulator.fail, struck: emulator.struck },
		arrivals() {
			const fresh = service.sent().filter(({ id }) => !seen.has(id));
			for (const { id } of fresh) seen.add(id);
			// Oldest first.
			return fresh.map(read).reverse();
		},
		arrivedIds: () =>
			service.sent().map((message) => {
				const { mail } = read(message);
				// Gmail has replaced the Message-ID.
				const [, original] = /^X-Google-Original-Message-ID:\s*<([^>]+)>/im.exec(mail.raw) ?? [];
				return original ?? mail.messageId;
			}),
		async close() {
			await emulator.close();
			await install.remove();
		},
	};
}
