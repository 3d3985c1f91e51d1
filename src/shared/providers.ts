import { info as demo } from "#providers/demo/info.ts";
import { info as gmail } from "#providers/gmail/info.ts";
import { info as imap } from "#providers/imap/info.ts";
import { info as mbox } from "#providers/mbox/info.ts";
import { info as outlook } from "#providers/outlook/info.ts";
import type { ConnectMethod, ProviderInfo } from "./provider-info.ts";

/** Every kind of mailbox, in the hub's order. `server/providers.ts` and `web/providers.ts` list the same kinds. */
const infos = [gmail, outlook, imap, mbox, demo] as const;

type Info = (typeof infos)[number];
type InfoBy<By extends ConnectMethod["by"]> = Extract<Info, { connect: { by: By } }>;

export type ProviderKind = Info["kind"];

/** The kinds that are connected by OAuth consent. */
export type ConsentKind = InfoBy<"consent">["kind"];

type FunctionOf<I extends InfoBy<"consent">> =
	I extends InfoBy<"consent"> ? `${I["kind"]}-${I["connect"]["functions"][number]}` : never;

/** A function of the API about a kind that is connected by consent: `gmail-auth`. */
export type ConsentFunctionName = FunctionOf<InfoBy<"consent">>;

export const providerKinds = infos.map(({ kind }) => kind);

const byKind = Object.fromEntries(infos.map((info) => [info.kind, info])) as { [I in Info as I["kind"]]: I };

export function providerInfo<Kind extends ProviderKind>(kind: Kind): (typeof byKind)[Kind] {
	return byKind[kind];
}

/** How mailboxes of this kind are connected. */
export function isConnectedBy<By extends ConnectMethod["by"]>(kind: ProviderKind, by: By): kind is InfoBy<By>["kind"] {
	const info: ProviderInfo = byKind[kind];
	return info.connect.by === by;
}

/** The kind whose mailboxes are connected this way: one each, except for consent. */
export function kindConnectedBy<By extends Exclude<ConnectMethod["by"], "consent">>(by: By): InfoBy<By>["kind"] {
	const found = providerKinds.find((kind) => isConnectedBy(kind, by));
	if (found === undefined) throw new Error(`No kind of mailbox is connected by ${by}`);
	return found as InfoBy<By>["kind"];
}

/** The kinds that are connected by OAuth consent. */
export const consentKinds = providerKinds.filter((kind): kind is ConsentKind => isConnectedBy(kind, "consent"));
